package io.delaygate.harness.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.harness.broker.BrokerOptions;
import io.delaygate.harness.broker.BrokerProcess;
import io.delaygate.harness.broker.Reader;
import io.delaygate.harness.process.Metrics;
import io.delaygate.harness.process.ServiceProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Test of an outage of the only broker under load, longer than the time-outs of producers. */
@Timeout(300)
class BrokerOutageTest {
  private static final int JOBS = 6_000;
  private static final int JOBS_PER_MS = 1;

  /** Longer than producers (4 s) and transactions (5 s) wait. */
  private static final Duration AWAY = Duration.ofSeconds(12);

  @TempDir Path directory;

  @Test
  void costsNoThreadAndNoRestore() throws IOException {
    try (var broker = BrokerProcess.start(BrokerOptions.singleNode());
        var delaygate = new Installation(broker, directory)) {
      var target = delaygate.target("orders", 1);
      var settings = delaygate.settings("alone", Map.of("standby.replicas", "0"));
      try (var scheduler = ServiceProcess.scheduler(settings, delaygate.output("alone"));
          var reader = delaygate.read(target)) {
        // Given
        scheduler.awaitReady();
        schedule(delaygate, target);
        reader.await(JOBS / 10);

        // When
        broker.kill();
        LockSupport.parkNanos(AWAY.toNanos());
        broker.start();

        // Then
        reader.await(JOBS);
        var values = new HashSet<String>();
        reader.toTheEnd().forEach(record -> values.add(Reader.text(record.value())));
        assertThat(values).hasSize(JOBS);
        assertThat(Metrics.of(scheduler, "delaygate_thread_restarts_total ")).isZero();
        assertThat(Metrics.of(scheduler, "delaygate_restored_records_total ")).isZero();
      }
    }
  }

  private static void schedule(Installation delaygate, String target) {
    var firstDueMs = System.currentTimeMillis() + 3_000;
    for (var i = 0; i < JOBS; i++) {
      var due = Long.toString(firstDueMs + i / JOBS_PER_MS);
      delaygate
          .client()
          .sendLater("job-" + i, "value-" + i, "delay-due-ms", due, "delay-target-topic", target);
    }
    delaygate.client().flush();
  }
}

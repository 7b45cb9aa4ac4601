package io.delaygate.harness.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.harness.broker.KafkaCluster;
import io.delaygate.harness.process.Metrics;
import io.delaygate.harness.process.Service;
import io.delaygate.harness.process.ServiceProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A scheduler with a member id of its own that is killed and comes again. */
@EndToEnd
@Timeout(360)
class PredecessorTest {
  private static final int PARTITIONS = 4;

  private static final int JOBS = 100;

  /** Nobody takes over while the test runs because a session is over. */
  private static final String SESSION_MS = "300000";

  /** For a start that asks, and a rebalance, on a machine that has no processor to spare. */
  private static final Duration TAKE_OVER = Duration.ofMinutes(2);

  private final Installation delaygate;

  PredecessorTest(@TempDir Path folder, KafkaCluster cluster) {
    delaygate = new Installation(cluster, folder, PARTITIONS);
  }

  @AfterEach
  void close() {
    delaygate.close();
  }

  @Test
  void itsPartitionsGoToTheirStandbysEvenIfItsSuccessorDoesNotGetFar() throws IOException {
    var settings = delaygate.settings("killed", called("killed"));
    var output = delaygate.output("killed");
    delaygate.createChangelogs(settings);
    try (var killed = ServiceProcess.scheduler(settings, output)) {
      // Given
      killed.awaitReady();
      assertThat(output).content().doesNotContain("process before");
      var other = delaygate.startScheduler("other", called("other"));
      schedule();
      ContractBench.await().until(() -> pending(other) + pending(killed) == JOBS);
      assertThat(pending(killed)).isPositive();

      // When
      killed.kill();
      lockOut(delaygate.left("killed", Path.of("jobs", "LOCK")));
      killed.startAgain();

      // Then
      ContractBench.await().atMost(TAKE_OVER).until(() -> pending(other) == JOBS);
      assertThat(killed.awaitExit()).isEqualTo(1);
      assertThat(output).content().contains("The process before was killed");
    }
  }

  private static Map<String, String> called(String name) {
    return Map.of("group.instance.id", name, "session.timeout.ms", SESSION_MS);
  }

  /** A store that cannot be opened, though it is not damaged: it would be set aside. */
  private static void lockOut(Path lock) throws IOException {
    Files.delete(lock);
    Files.createDirectory(lock);
  }

  private void schedule() {
    var target = delaygate.target("orders", 1);
    for (var i = 0; i < JOBS; i++) {
      delaygate.client().sendLater("job-" + i, "v", "delay", "1h", "delay-target-topic", target);
    }
    delaygate.client().flush();
  }

  private static long pending(Service scheduler) {
    return Metrics.of(scheduler, "delaygate_pending_jobs ");
  }
}

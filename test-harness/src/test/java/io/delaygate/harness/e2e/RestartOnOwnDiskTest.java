package io.delaygate.harness.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.harness.broker.KafkaCluster;
import io.delaygate.harness.process.Metrics;
import io.delaygate.harness.process.Service;
import io.delaygate.harness.process.ServiceProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Test of a scheduler without a configured member name that is killed and restarted on its state.
 */
@EndToEnd
@Timeout(360)
class RestartOnOwnDiskTest {
  private static final int PARTITIONS = 4;
  private static final int JOBS = 2_000;

  /** Longer than the test, so that no partition moves because a session ends. */
  private static final String SESSION_MS = "300000";

  /** Longer than the restart may take, so that brokers do not end its open transaction. */
  private static final String TRANSACTION_MS = "60000";

  /** Time for a start on a busy machine. */
  private static final Duration BACK = Duration.ofSeconds(45);

  private final Installation delaygate;

  RestartOnOwnDiskTest(@TempDir Path folder, KafkaCluster cluster) {
    delaygate = new Installation(cluster, folder, PARTITIONS);
  }

  @AfterEach
  void close() {
    delaygate.close();
  }

  @Test
  void hasItsPartitionsWithoutWaitingForItsGhostAndRestoresNothing() throws IOException {
    var target = delaygate.target("orders", 1);
    var settings =
        delaygate.settings(
            "killed",
            Map.of(
                "session.timeout.ms",
                SESSION_MS,
                "transaction.timeout.ms",
                TRANSACTION_MS,
                "standby.replicas",
                "0"));
    delaygate.createChangelogs(settings);
    try (var scheduler = ServiceProcess.scheduler(settings, delaygate.output("killed"))) {
      // Given
      scheduler.awaitReady();
      for (var i = 0; i < JOBS; i++) {
        schedule("job-" + i, "1h", target);
      }
      delaygate.client().flush();
      ContractBench.await().until(() -> pending(scheduler) == JOBS);

      // When: in the middle of transactions
      for (var i = 0; i < JOBS; i++) {
        schedule("due-" + i, "1s", target);
      }
      delaygate.client().flush();
      ContractBench.await().until(() -> pending(scheduler) > JOBS);
      scheduler.kill();
      scheduler.startAgain();

      // Then
      try (var reader = delaygate.read(target)) {
        reader.await(JOBS, BACK);
        assertThat(reader.toTheEnd()).hasSize(JOBS);
      }
      assertThat(Metrics.of(scheduler, "delaygate_restored_records_total "))
          .as("what Kafka has committed and a store had not written yet")
          .isLessThan(JOBS);
      ContractBench.await().until(() -> pending(scheduler) == JOBS);
    }
  }

  private void schedule(String id, String delay, String target) {
    delaygate.client().sendLater(id, "v", "delay", delay, "delay-target-topic", target);
  }

  private static long pending(Service scheduler) {
    return Metrics.of(scheduler, "delaygate_pending_jobs ");
  }
}

package io.delaygate.harness.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.harness.broker.KafkaCluster;
import io.delaygate.harness.broker.KafkaTest;
import io.delaygate.harness.broker.Reader;
import io.delaygate.harness.process.Metrics;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Test of a record that its target refuses: other targets' jobs in its transaction are delivered.
 */
@KafkaTest
class RefusedRecordTest {
  private static final int JOBS = 200;

  @TempDir Path state;

  /** The topic becomes compacted after the job is stored, so the refusal cannot be known before. */
  @Test
  void aRecordThatATargetRefusesIsADeadLetterAndItsNeighboursArriveOnce(KafkaCluster cluster)
      throws Exception {
    try (var delaygate = new Installation(cluster, state, 1)) {
      // Given
      var scheduler = delaygate.startScheduler("one");
      var healthy = delaygate.target("healthy", 1);
      var picky = delaygate.target("picky", 1);
      var client = delaygate.client();
      client.send(
          "poison", "v", "delay", "4s", "delay-target-topic", picky, "delay-target-key", null);
      delaygate.topics().alter(picky, "cleanup.policy", "compact");

      // When
      for (var i = 0; i < JOBS; i++) {
        client.send(
            "job-" + i, "v", "delay-ms", "" + (3_000 + 10 * i), "delay-target-topic", healthy);
      }

      // Then
      try (var letters = delaygate.deadLetters();
          var read = delaygate.read(healthy)) {
        assertThat(Reader.header(letters.one(), "delay-reason")).startsWith("TARGET_");
        assertThat(read.await(JOBS)).hasSize(JOBS);
        assertThat(read.toTheEnd()).hasSize(JOBS);
      }
      assertThat(Metrics.of(scheduler, "delaygate_thread_restarts_total")).isZero();
    }
  }
}

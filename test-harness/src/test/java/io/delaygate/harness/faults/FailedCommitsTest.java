package io.delaygate.harness.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.harness.faults.TopicFaults.Place;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Test of commits that fail one after another, each with the offsets of read commands. Kafka
 * Streams closes the tasks and rebalances the group, and no command may be lost.
 */
@Timeout(300)
class FailedCommitsTest {
  /** Number of failures; if positions were not reset, each would lose about one canary. */
  private static final int FAILURES = 8;

  /** Time to fail, to revive the tasks and to continue. */
  private static final Duration EACH = Duration.ofMillis(1_200);

  private static final int DUE_MS = 300;

  @Test
  void noneLosesACommand(@TempDir Path folder) {
    try (var cluster = TrialCluster.start();
        var delaygate = new TrialInstallation(cluster, folder, ServiceStart.HERE, Map.of())) {
      // Given
      for (var i = 0; i < FAILURES; i++) {
        cluster.create(topic(delaygate, i), 1, TrialCluster.KEPT, Map.of());
      }

      try (var canaries = new Canaries(delaygate)) {
        // When
        for (var i = 0; i < FAILURES; i++) {
          failACommit(delaygate, topic(delaygate, i));
        }
        var verdict = canaries.stop();

        // Then
        assertThat(verdict.wrongs()).as("canaries: %s", verdict).isEmpty();
        assertThat(delaygate.threadsReplaced()).as("threads replaced").isZero();
      }
    }
  }

  private static String topic(TrialInstallation delaygate, int number) {
    return delaygate.unique("failure-" + number);
  }

  /** Lets one commit of each scheduler fail. */
  private static void failACommit(TrialInstallation delaygate, String topic) {
    delaygate.faults().set(topic, Place.COMMIT);
    var dueMs = System.currentTimeMillis() + DUE_MS;
    for (var partition = 0; partition < TrialInstallation.PARTITIONS; partition++) {
      var id = JobSender.idIn(partition, topic);
      var job = JobShape.to(topic);
      delaygate.sender().send(id, job.value(id), job.headers(dueMs));
    }
    Pauses.pass(EACH);
    delaygate.faults().clear(topic);
  }
}

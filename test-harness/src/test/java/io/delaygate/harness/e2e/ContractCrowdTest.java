package io.delaygate.harness.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.harness.broker.KafkaCluster;
import io.delaygate.harness.broker.KafkaTest;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@KafkaTest
@Timeout(180)
class ContractCrowdTest {
  private static final int CROWD = 100_000;

  /** Time for the preparation on a busy machine. */
  private static final Duration UNHURRIED = Duration.ofMinutes(3);

  @TempDir Path state;

  @Test
  void aCrowdOfLaterJobsDoesNotDelayOneThatIsDueSoon(KafkaCluster cluster) {
    try (var bench = new ContractBench(cluster, state)) {
      // Given
      var crowd = bench.target("crowd");
      var target = bench.target("hurried");
      for (var i = 0; i < CROWD; i++) {
        bench.client().sendLater("crowd-" + i, "v", "delay", "365d", "delay-target-topic", crowd);
      }
      ContractBench.await().atMost(UNHURRIED).until(() -> bench.pending() == CROWD);

      // When
      var sent = bench.client().send("hurried", "v", "delay", "1s", "delay-target-topic", target);

      // Then
      try (var reader = bench.delaygate().read(target)) {
        var lateMs = reader.one().timestamp() - sent.timestamp() - 1000;
        assertThat(lateMs).isNotNegative();
        System.out.printf("behind %d later jobs: %d ms late%n", CROWD, lateMs);
      }
      bench.awaitPending(CROWD);
    }
  }
}

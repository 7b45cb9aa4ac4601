package io.delaygate.harness.broker;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class NodeProcessesTest {
  @Test
  void oneNodeIsKilledAndComesBackWhileTheOthersGoOn() {
    // Given
    try (var cluster = NodeProcesses.start(BrokerOptions.nodes(3));
        var topics = new Topics(cluster)) {
      topics.create("plain", 1);

      // When
      cluster.kill(2);

      // Then
      assertThat(cluster.isAlive(2)).isFalse();
      assertThat(cluster.isListening(2)).isFalse();
      awaitReplicas(topics, 2);
      cluster.start(2);
      awaitReplicas(topics, 3);
    }
  }

  private static void awaitReplicas(Topics topics, Integer inSync) {
    Awaitility.await()
        .atMost(Duration.ofMinutes(2))
        .ignoreExceptions()
        .until(
            () -> topics.describe("plain").orElseThrow().partitions().get(0).isr().size(),
            inSync::equals);
  }
}

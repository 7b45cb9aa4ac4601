package io.delaygate.harness.broker;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(240)
class NodeProcessesTest {
  @Test
  void goesOnWhileOneNodeIsAway() throws Exception {
    // Given
    try (var cluster = NodeProcesses.start(BrokerOptions.nodes(3));
        var topics = new Topics(cluster);
        var producer = Records.producer(cluster, Map.of())) {
      topics.create("plain", 1);
      Records.send(producer, "plain", "all three");

      // When
      cluster.kill(2);

      // Then
      assertThat(cluster.isAlive(2)).isFalse();
      assertThat(cluster.isListening(2)).isFalse();
      Records.send(producer, "plain", "two");
      cluster.start(2);
      awaitThree(topics);
      cluster.freeze(3);
      Records.send(producer, "plain", "one frozen");
      cluster.thaw(3);
      awaitThree(topics);
      cluster.terminate(1);
      Records.send(producer, "plain", "one stopped");
      assertThat(Records.read(cluster, "plain", 4))
          .containsExactlyInAnyOrder("all three", "two", "one frozen", "one stopped");
    }
  }

  private static void awaitThree(Topics topics) {
    Awaitility.await()
        .atMost(Duration.ofMinutes(1))
        .ignoreExceptions()
        .until(
            () ->
                topics.describe("plain").orElseThrow().partitions().stream()
                    .allMatch(partition -> partition.isr().size() == 3));
  }
}

package io.delaygate.harness.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.apache.kafka.common.errors.NotEnoughReplicasException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ThreeNodesTest {
  private EmbeddedKafka kafka;
  private Topics topics;

  @BeforeAll
  void start() {
    kafka = EmbeddedKafka.start(BrokerOptions.nodes(3));
    topics = new Topics(kafka);
  }

  @AfterAll
  void stop() {
    topics.close();
    kafka.close();
  }

  @Test
  void acceptsAcksAllWithOneNodeStopped() throws Exception {
    // Given
    topics.create("two-left", 1, Map.of("min.insync.replicas", "2"));
    Records.write(kafka, "two-left", "of three");
    kafka.stopNode(2);

    // When
    Records.write(kafka, "two-left", "of two");

    // Then
    assertThat(Records.read(kafka, "two-left", 2)).containsExactly("of three", "of two");
    assertThat(inSync("two-left")).isEqualTo(2);
    kafka.startNode(2);
    Topics.await("return of node 2", () -> inSync("two-left") == 3);
  }

  @Test
  void refusesAcksAllWhenTooFewReplicasAreInSync() throws Exception {
    // Given
    topics.create("all-three", 1, Map.of("min.insync.replicas", "3"));
    kafka.stopNode(3);
    try (var producer = Records.producer(kafka, Map.of("retries", 0))) {

      // When
      assertThatThrownBy(() -> Records.send(producer, "all-three", "no"))

          // Then
          .isInstanceOf(NotEnoughReplicasException.class);
    }
    kafka.startNode(3);
    Topics.await("return of node 3", () -> inSync("all-three") == 3);
  }

  @Test
  void keepsInternalTopicsOnAllNodes() {
    // Given
    topics.create("grouped", 1);

    // When
    Records.joinGroup(kafka, "grouped");

    // Then
    var offsets = topics.describe("__consumer_offsets").orElseThrow().partitions();
    assertThat(offsets).hasSize(4).allSatisfy(p -> assertThat(p.replicas()).hasSize(3));
  }

  private int inSync(String topic) {
    return topics.describe(topic).orElseThrow().partitions().get(0).isr().size();
  }
}

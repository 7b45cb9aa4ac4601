package io.delaygate.harness.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class WriteRightTest {
  private static final int NODES = 3;

  private final EmbeddedKafka kafka;
  private final Topics topics;

  WriteRightTest() {
    kafka = EmbeddedKafka.start(BrokerOptions.nodes(NODES).withAuthorizer());
    topics = new Topics(kafka);
    topics.create("guarded", 1);
    topics.create("open", 1);
    topics.create("replicated", 1);
  }

  @AfterAll
  void stop() {
    topics.close();
    kafka.close();
  }

  @Test
  void aRunningProducerIsRefusedUntilTheRightIsRestored() throws Exception {
    // Given
    var right = new WriteRight(topics, "guarded");
    try (var producer = Records.producer(kafka, Map.of())) {
      Records.send(producer, "guarded", "allowed");

      // When
      right.revoke();

      // Then: the leader may learn of it later than the broker that was asked
      Topics.await("refusal by the leader", () -> isRefused(producer));
      assertThat(topics.operations("guarded")).contains(AclOperation.READ, AclOperation.DESCRIBE);
      Records.send(producer, "open", "still allowed");

      // When
      right.restore();

      // Then
      Topics.await("acceptance by the leader", () -> !isRefused(producer));
    }
  }

  @Test
  void theBrokersGoOnWithoutTheRight() throws Exception {
    // Given
    Records.write(kafka, "replicated", "before");
    new WriteRight(topics, "replicated").revoke();

    // When
    kafka.stopNode(NODES);
    kafka.startNode(NODES);

    // Then
    Topics.await("all replicas", () -> inSync("replicated") == NODES);
    assertThat(Records.read(kafka, "replicated", 1)).containsExactly("before");
    assertThat(topics.operations("replicated")).doesNotContain(AclOperation.WRITE);
  }

  private static boolean isRefused(KafkaProducer<String, String> producer) {
    var failure = catchThrowable(() -> Records.send(producer, "guarded", "allowed or not"));
    assertThat(failure)
        .satisfiesAnyOf(
            none -> assertThat(none).isNull(),
            refused -> assertThat(refused).isInstanceOf(TopicAuthorizationException.class));
    return failure != null;
  }

  private int inSync(String topic) {
    return topics.describe(topic).orElseThrow().partitions().get(0).isr().size();
  }
}

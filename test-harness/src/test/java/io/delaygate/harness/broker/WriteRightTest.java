package io.delaygate.harness.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
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

      // Then
      assertThatThrownBy(() -> Records.send(producer, "guarded", "denied"))
          .isInstanceOf(TopicAuthorizationException.class);
      assertThat(topics.operations("guarded"))
          .doesNotContain(AclOperation.WRITE)
          .contains(AclOperation.READ, AclOperation.DESCRIBE);
      Records.send(producer, "open", "still allowed");

      right.restore();
      Records.send(producer, "guarded", "allowed again");
      assertThat(topics.operations("guarded")).contains(AclOperation.WRITE);
      assertThat(Records.read(kafka, "guarded", 2)).containsExactly("allowed", "allowed again");
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

  private int inSync(String topic) {
    return topics.describe(topic).orElseThrow().partitions().get(0).isr().size();
  }
}

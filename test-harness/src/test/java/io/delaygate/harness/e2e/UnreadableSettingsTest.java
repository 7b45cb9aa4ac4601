package io.delaygate.harness.e2e;

import static java.util.Comparator.comparing;
import static org.apache.kafka.common.acl.AclPermissionType.ALLOW;
import static org.apache.kafka.common.acl.AclPermissionType.DENY;
import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.harness.broker.BrokerOptions;
import io.delaygate.harness.broker.EmbeddedKafka;
import io.delaygate.harness.broker.Reader;
import io.delaygate.harness.process.Metrics;
import io.delaygate.harness.process.Service;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Test of a target that takes less than assumed, because its settings may not be read: one failed
 * send finds that out, and no further ones are needed.
 */
@Timeout(120)
class UnreadableSettingsTest {
  private static final int NEIGHBOURS = 1_000;
  private static final String LARGE = "v".repeat(50_000);

  private static EmbeddedKafka cluster;

  @TempDir Path state;

  @BeforeAll
  static void startBroker() {
    cluster = EmbeddedKafka.start(BrokerOptions.singleNode().withAuthorizer());
  }

  @AfterAll
  static void stopBroker() {
    cluster.close();
  }

  @Test
  void aRefusedSizeCostsOneRollBackAndNoThread() throws Exception {
    try (var delaygate = new Installation(cluster, state)) {
      // Given
      var small = delaygate.unique("small");
      delaygate.topics().create(small, 1, Map.of(TopicConfig.MAX_MESSAGE_BYTES_CONFIG, "10000"));
      var healthy = delaygate.target("healthy", 1);
      hideTopicSettings(delaygate);
      var scheduler = delaygate.startScheduler("one");
      var due = Long.toString(System.currentTimeMillis() + 2_000);

      // When
      for (var i = 0; i < NEIGHBOURS; i++) {
        schedule(delaygate, "small-" + i, "v", due, small);
        schedule(delaygate, "healthy-" + i, "v".repeat(i), due, healthy);
        if (i == 0) {
          schedule(delaygate, "large", LARGE, due, small);
        }
      }
      delaygate.client().flush();

      // Then
      assertRefused(delaygate, 1);
      assertDelivered(delaygate, small, "small-");
      assertDelivered(delaygate, healthy, "healthy-");
      assertThat(restarts(scheduler)).isZero();

      // then: further records of that size are refused before they are stored
      schedule(delaygate, "large-again", LARGE, due, small);
      var again = assertRefused(delaygate, 2).get(1);
      assertThat(Reader.text(again.key())).isEqualTo("large-again");
      assertThat(Reader.header(again, "delay-source-offset"))
          .as("of a rejected command")
          .isNotNull();
      assertThat(restarts(scheduler)).isZero();
    }
  }

  private static void schedule(
      Installation delaygate, String id, String value, String due, String target) {
    delaygate.client().sendLater(id, value, "delay-due-ms", due, "delay-target-topic", target);
  }

  private static List<ConsumerRecord<byte[], byte[]>> assertRefused(
      Installation delaygate, int count) {
    try (var letters = delaygate.deadLetters()) {
      letters.await(count);
      assertThat(letters.toTheEnd())
          .hasSize(count)
          .allMatch(letter -> "RECORD_TOO_LARGE".equals(Reader.header(letter, "delay-reason")))
          .allMatch(letter -> LARGE.equals(Reader.text(letter.value())));
      return letters.poll().stream().sorted(comparing(ConsumerRecord::timestamp)).toList();
    }
  }

  private static void assertDelivered(Installation delaygate, String topic, String prefix) {
    var ids = IntStream.range(0, NEIGHBOURS).mapToObj(i -> prefix + i).toList();
    try (var reader = delaygate.read(topic)) {
      reader.await(NEIGHBOURS);
      assertThat(reader.toTheEnd())
          .extracting(record -> Reader.text(record.key()))
          .containsExactlyInAnyOrderElementsOf(ids);
    }
  }

  private static long restarts(Service scheduler) {
    return Metrics.of(scheduler, "delaygate_thread_restarts_total ");
  }

  /**
   * Denies reading topic settings; the ALLOW is needed because a resource with any ACL is closed.
   */
  private static void hideTopicSettings(Installation delaygate)
      throws ExecutionException, InterruptedException {
    delaygate
        .topics()
        .admin()
        .createAcls(
            List.of(rule(AclOperation.ALL, ALLOW), rule(AclOperation.DESCRIBE_CONFIGS, DENY)))
        .all()
        .get();
  }

  private static AclBinding rule(AclOperation operation, AclPermissionType permission) {
    return new AclBinding(
        new ResourcePattern(ResourceType.TOPIC, "*", PatternType.LITERAL),
        new AccessControlEntry("User:*", "*", operation, permission));
  }
}

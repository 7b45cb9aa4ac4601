package io.delaygate.harness.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delaygate.schemas.topics.TopicNames;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class RestrictedKafkaTest {
  @Test
  void servicesMayDoNothingButWhatIsListed() {
    try (var kafka = RestrictedKafka.start();
        var topics = new Topics(kafka);
        var scheduler = Admin.create(settings(kafka.schedulerSettings()));
        var gateway = Admin.create(settings(kafka.gatewaySettings()))) {
      // Given
      topics.create("orders", 1);
      topics.create("secret", 1);

      // When
      kafka.grant(TopicNames.prefixed(""), "orders");

      // Then
      Topics.await("rights", () -> operations(scheduler, "orders").contains(AclOperation.WRITE));
      assertThat(operations(gateway, "orders")).containsExactly(AclOperation.DESCRIBE);
      assertThat(topics.operations("orders")).contains(AclOperation.CREATE);
      for (var service : List.of(scheduler, gateway)) {
        var creation = service.createTopics(List.of(new NewTopic("mine", 1, (short) 1))).all();
        var resource = new ConfigResource(ConfigResource.Type.TOPIC, "orders");
        var reading = service.describeConfigs(List.of(resource)).all();

        assertThatThrownBy(() -> Topics.get(creation))
            .hasCauseInstanceOf(TopicAuthorizationException.class);
        assertThatThrownBy(() -> Topics.get(reading))
            .hasCauseInstanceOf(TopicAuthorizationException.class);
        assertThatThrownBy(() -> operations(service, "secret"))
            .hasCauseInstanceOf(TopicAuthorizationException.class);
      }
    }
  }

  @Test
  void whatQueuesNeedIsAllowedByRightsOfTheirOwn() {
    try (var kafka = RestrictedKafka.start();
        var topics = new Topics(kafka)) {
      // Given
      var names = TopicNames.prefixed("");
      topics.create(names.replies(), 1);
      kafka.grant(names, "orders");
      var bytes = new ByteArraySerializer();
      try (var gateway = new KafkaProducer<>(settings(kafka.gatewaySettings()), bytes, bytes)) {
        var result = new ProducerRecord<byte[], byte[]>(names.replies(), new byte[] {1});
        assertThat(isDone(gateway.send(result))).isFalse();

        // When
        kafka.grantQueues(names);

        // Then
        Topics.await("write", () -> isDone(gateway.send(result)));
      }
    }
  }

  /** Whether the call succeeds; nodes apply new rights a moment later. */
  private static boolean isDone(Future<?> attempt) {
    try {
      attempt.get(10, TimeUnit.SECONDS);
      return true;
    } catch (ExecutionException | TimeoutException refused) {
      return false;
    } catch (InterruptedException interrupted) {
      throw new IllegalStateException(interrupted);
    }
  }

  private static java.util.Set<AclOperation> operations(Admin admin, String topic) {
    return Topics.operations(admin, topic);
  }

  private static Map<String, Object> settings(Map<String, String> service) {
    var settings = new HashMap<String, Object>();
    service.forEach((key, value) -> settings.put(key.replace("kafka.", ""), value));
    return settings;
  }
}

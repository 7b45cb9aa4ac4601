package io.delaygate.harness.broker;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delaygate.schemas.topics.TopicNames;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.KafkaShareConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
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
        var gateway = Admin.create(settings(kafka.gatewaySettings()))) {
      // Given
      var names = TopicNames.prefixed("");
      var queue = names.queue("default", "mails").orElseThrow();
      var topic = List.of(new NewTopic(queue, 1, (short) 3));
      kafka.grant(names, "orders");
      var early = gateway.createTopics(topic).all();
      assertThatThrownBy(() -> Topics.get(early))
          .hasCauseInstanceOf(TopicAuthorizationException.class);

      // When
      kafka.grantQueues(names);

      // Then
      Topics.await("topic", () -> isDone(gateway.createTopics(topic).all()));
      Topics.await(
          "settings", () -> isDone(gateway.incrementalAlterConfigs(earliest(queue)).all()));
      write(kafka.schedulerSettings(), queue);
      assertThat(readAsGroup(kafka.gatewaySettings(), queue)).isEqualTo("job");
      assertThat(operations(gateway, queue))
          .containsExactlyInAnyOrder(
              AclOperation.CREATE, AclOperation.READ, AclOperation.DESCRIBE, AclOperation.DELETE);
      Topics.await("end of group", () -> isDone(gateway.deleteShareGroups(List.of(queue)).all()));
      Topics.get(gateway.deleteTopics(List.of(queue)).all());
    }
  }

  private static Map<ConfigResource, Collection<AlterConfigOp>> earliest(String group) {
    var entry = new ConfigEntry("share.auto.offset.reset", "earliest");
    return Map.of(
        new ConfigResource(ConfigResource.Type.GROUP, group),
        List.of(new AlterConfigOp(entry, AlterConfigOp.OpType.SET)));
  }

  private static void write(Map<String, String> service, String topic) {
    var bytes = "job".getBytes(UTF_8);
    try (var producer =
        new KafkaProducer<>(
            settings(service), new ByteArraySerializer(), new ByteArraySerializer())) {
      Topics.await("write", () -> isDone(producer.send(new ProducerRecord<>(topic, bytes))));
    }
  }

  private static String readAsGroup(Map<String, String> service, String topic) {
    var settings = settings(service);
    settings.put("group.id", topic);
    var bytes = new ByteArrayDeserializer();
    try (var consumer = new KafkaShareConsumer<>(settings, bytes, bytes)) {
      consumer.subscribe(List.of(topic));
      var read = new ArrayList<String>();
      Topics.await(
          "job",
          () -> {
            consumer
                .poll(Duration.ofSeconds(1))
                .forEach(record -> read.add(new String(record.value(), UTF_8)));
            return !read.isEmpty();
          });
      return read.get(0);
    }
  }

  /** Rights that were granted hold at each node a moment later. */
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

package io.delaygate.harness.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class RestrictedKafkaTest {
  @Test
  void servicesMayUseTopicsButNeitherMakeThemNorReadTheirSettings() {
    try (var kafka = RestrictedKafka.start();
        var topics = new Topics(kafka);
        var service = Admin.create(settings(kafka))) {
      // Given
      topics.create("orders", 1);

      // When
      var creation = service.createTopics(List.of(new NewTopic("mine", 1, (short) 1))).all();
      var reading =
          service
              .describeConfigs(List.of(new ConfigResource(ConfigResource.Type.TOPIC, "orders")))
              .all();

      // Then
      assertThatThrownBy(() -> Topics.get(creation))
          .hasCauseInstanceOf(TopicAuthorizationException.class);
      assertThatThrownBy(() -> Topics.get(reading))
          .hasCauseInstanceOf(TopicAuthorizationException.class);
      var operations = Topics.operations(service, "orders");
      assertThat(operations).contains(AclOperation.READ, AclOperation.WRITE);
      assertThat(topics.operations("orders")).contains(AclOperation.CREATE);
    }
  }

  private static Map<String, Object> settings(KafkaCluster kafka) {
    var settings = new HashMap<String, Object>();
    kafka.serviceSettings().forEach((key, value) -> settings.put(key.replace("kafka.", ""), value));
    return settings;
  }
}

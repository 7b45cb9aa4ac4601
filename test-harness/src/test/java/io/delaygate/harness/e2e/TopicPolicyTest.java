package io.delaygate.harness.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delaygate.harness.broker.BrokerOptions;
import io.delaygate.harness.broker.EmbeddedKafka;
import io.delaygate.service.settings.SettingsException;
import io.delaygate.service.topics.TopicCreation;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.errors.PolicyViolationException;
import org.apache.kafka.server.policy.CreateTopicPolicy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Test of a managed Kafka that refuses topic settings: only optional ones are given up. */
@Timeout(120)
class TopicPolicyTest {
  @Test
  void whatOnlySavesTimeIsGivenUpAndNothingElse() {
    // Given
    var options =
        BrokerOptions.singleNode()
            .withProperty("create.topic.policy.class.name", LazyCleaning.class.getName());
    try (var kafka = EmbeddedKafka.start(options);
        var admin = Admin.create(Map.of("bootstrap.servers", kafka.bootstrapServers()))) {
      var small =
          new NewTopic("small", 1, (short) 1)
              .configs(Map.of("cleanup.policy", "compact", "min.cleanable.dirty.ratio", "0.1"));
      var replies = new NewTopic("replies", 1, (short) 1).configs(Map.of("retention.ms", "1"));

      // When
      var done = TopicCreation.createMissing(admin, List.of(small));
      var refused = assertThatThrownBy(() -> TopicCreation.createMissing(admin, List.of(replies)));

      // Then
      assertThat(done).hasSize(1);
      assertThat(done.get(0))
          .contains("'small' created without min.cleanable.dirty.ratio", "at least 0.5");
      refused
          .isInstanceOf(SettingsException.class)
          .hasMessageContaining("'replies': retention.ms is too short");
    }
  }

  public static final class LazyCleaning implements CreateTopicPolicy {
    @Override
    public void validate(RequestMetadata request) {
      var ratio = request.configs().getOrDefault("min.cleanable.dirty.ratio", "0.5");
      if (Double.parseDouble(ratio) < 0.5) {
        throw new PolicyViolationException("min.cleanable.dirty.ratio must be at least 0.5");
      }
      if (request.configs().containsKey("retention.ms")) {
        throw new PolicyViolationException("retention.ms is too short");
      }
    }

    @Override
    public void configure(Map<String, ?> configs) {}

    @Override
    public void close() {}
  }
}

package io.delaygate.harness.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delaygate.harness.broker.BrokerOptions;
import io.delaygate.harness.broker.EmbeddedKafka;
import io.delaygate.scheduler.store.JobStores;
import io.delaygate.schemas.settings.SettingsException;
import io.delaygate.schemas.topics.TopicCreation;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.errors.PolicyViolationException;
import org.apache.kafka.server.policy.CreateTopicPolicy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A managed Kafka may refuse values of topic settings. */
@Timeout(120)
class TopicPolicyTest {
  @Test
  void whatOnlySavesTimeIsGivenUpAndNothingElse() {
    // Given
    var options =
        BrokerOptions.singleNode()
            .withProperty("create.topic.policy.class.name", LargeSegments.class.getName());
    try (var kafka = EmbeddedKafka.start(options);
        var admin = Admin.create(Map.of("bootstrap.servers", kafka.bootstrapServers()))) {
      var ledger = new NewTopic("ledger", 1, (short) 1).configs(JobStores.LEDGER_CHANGELOG);
      var replies = new NewTopic("replies", 1, (short) 1).configs(Map.of("retention.ms", "1"));

      // When
      var done = TopicCreation.createMissing(admin, List.of(ledger));
      var refused = assertThatThrownBy(() -> TopicCreation.createMissing(admin, List.of(replies)));

      // Then
      assertThat(done).hasSize(1);
      assertThat(done.get(0)).contains("'ledger' created without segment.bytes", "at least 50 MiB");
      refused
          .isInstanceOf(SettingsException.class)
          .hasMessageContaining("'replies': retention.ms is too short");
    }
  }

  /** As that of Confluent Cloud. */
  public static final class LargeSegments implements CreateTopicPolicy {
    @Override
    public void validate(RequestMetadata request) {
      var segment = Long.parseLong(request.configs().getOrDefault("segment.bytes", "1073741824"));
      if (segment < 52_428_800) {
        throw new PolicyViolationException("segment.bytes must be at least 50 MiB");
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

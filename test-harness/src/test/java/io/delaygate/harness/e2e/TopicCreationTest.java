package io.delaygate.harness.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.harness.broker.KafkaCluster;
import io.delaygate.harness.broker.KafkaTest;
import io.delaygate.schemas.topics.TopicDefinitions;
import io.delaygate.schemas.topics.TopicNames;
import io.delaygate.service.topics.TopicCreation;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.RepeatedTest;

@KafkaTest
class TopicCreationTest {
  /** Repeated, because a broker shows a topic too late only within milliseconds. */
  @RepeatedTest(20)
  void whatWasCreatedIsShownAtOnceAndASecondCallLeavesIt(KafkaCluster cluster)
      throws ExecutionException, InterruptedException {
    var names = TopicNames.prefixed(UUID.randomUUID() + "-");
    try (var admin = Admin.create(Map.of("bootstrap.servers", cluster.bootstrapServers()))) {
      // When
      var first = TopicCreation.createMissing(admin, TopicDefinitions.all(names, 3));
      var second = TopicCreation.createMissing(admin, TopicDefinitions.all(names, 5));

      // Then
      assertThat(first).hasSize(6).contains("Topic '" + names.requests() + "' created");
      assertThat(second).isEmpty();
      var shown = admin.describeTopics(List.of(names.requests())).allTopicNames().get();
      assertThat(shown.get(names.requests()).partitions()).hasSize(3);
    }
  }
}

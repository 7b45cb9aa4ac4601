package io.delaygate.schemas.topics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.delaygate.schemas.contract.Limits;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class TopicDefinitionsTest {
  private static final TopicNames NAMES = TopicNames.prefixed("eu.");

  private static final Map<String, PlannedTopic> TOPICS =
      TopicDefinitions.planned(NAMES, 5, Replication.OF_BROKERS).stream()
          .collect(Collectors.toMap(PlannedTopic::name, Function.identity()));

  @Test
  void thereAreSix() {
    assertThat(TOPICS.keySet())
        .containsExactlyInAnyOrder(
            "eu.delay-requests",
            "eu.delay-rerouted",
            "eu.delay-dead-letters",
            "eu.delay-replies",
            "eu.delay-events",
            "eu.delay-control");
  }

  @Test
  void allHaveThePartitionsAskedForAndTheBrokersReplication() {
    assertThat(TOPICS.values())
        .allSatisfy(
            topic -> {
              var isControl = topic.role() == TopicRole.CONTROL;
              assertThat(topic.newTopic().numPartitions()).isEqualTo(isControl ? 1 : 5);
              assertThat(topic.newTopic().replicationFactor()).isEqualTo((short) -1);
              assertThat(topic.configs()).doesNotContainKey("min.insync.replicas");
            });
  }

  @Test
  void withReplicationSaidTheReplicasInSyncAreSaidToo() {
    for (var expected : Map.of(1, "1", 2, "1", 3, "2", 5, "2").entrySet()) {
      // When
      var topics = TopicDefinitions.planned(NAMES, 5, new Replication(expected.getKey()));

      // Then
      assertThat(topics)
          .allSatisfy(
              topic -> {
                assertThat(topic.newTopic().replicationFactor())
                    .isEqualTo(expected.getKey().shortValue());
                assertThat(topic.newTopic().configs())
                    .contains(entry("min.insync.replicas", expected.getValue()));
              });
    }
  }

  @Test
  void allAreDatedByTheBrokerAndDecisionsAloneAreCompacted() {
    assertThat(TOPICS.values())
        .allSatisfy(
            topic -> {
              var cleanup = topic.role() == TopicRole.CONTROL ? "compact" : "delete";
              assertThat(topic.configs())
                  .contains(
                      entry("cleanup.policy", cleanup),
                      entry("message.timestamp.type", "LogAppendTime"));
            });
  }

  @Test
  void commandsAreKeptAWeekDeadLettersAMonthAndOutcomesAnHour() {
    assertThat(config("eu.delay-requests", "retention.ms")).isEqualTo(604_800_000);
    assertThat(config("eu.delay-rerouted", "retention.ms")).isEqualTo(604_800_000);
    assertThat(config("eu.delay-dead-letters", "retention.ms")).isEqualTo(2_592_000_000L);
    assertThat(config("eu.delay-events", "retention.ms")).isEqualTo(604_800_000);
    assertThat(config("eu.delay-replies", "retention.ms")).isEqualTo(3_600_000);
  }

  @Test
  void whatCarriesAnAcceptedCommandTakesTheLargestOnePlusWhatIsAdded() {
    for (var topic : List.of("delay-requests", "delay-rerouted", "delay-dead-letters")) {
      assertThat(config("eu." + topic, "max.message.bytes"))
          .isEqualTo(Limits.RECORD_BYTES + Limits.RECORD_OVERHEAD_BYTES)
          .isEqualTo(1_130_496); // must be enough: topics of earlier installations have it
    }
    assertThat(config("eu.delay-replies", "max.message.bytes")).isEqualTo(1_048_588);
    assertThat(config("eu.delay-events", "max.message.bytes")).isEqualTo(1_048_588);
  }

  private static long config(String topic, String name) {
    return Long.parseLong(Objects.requireNonNull(TOPICS.get(topic), topic).configs().get(name));
  }
}

package io.delaygate.scheduler.topics;

import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.scheduler.settings.SchedulerSettings;
import io.delaygate.scheduler.topics.FoundTopic.Present;
import io.delaygate.schemas.topics.PlannedTopic;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TopicRulesTest {
  private static final int BROKERS = 3;

  private static final List<PlannedTopic> PLAN =
      TopicPlan.of(
          SchedulerSettings.of(Map.of("bootstrap.servers", "unused:1", "replication.factor", "3")),
          4);

  private final Map<String, FoundTopic> found = new HashMap<>();

  TopicRulesTest() {
    for (var topic : PLAN) {
      var configs = new HashMap<>(topic.configs());
      configs.put("unclean.leader.election.enable", "false");
      configs.put("retention.bytes", "-1");
      configs.putIfAbsent("retention.ms", "604800000");
      configs.putIfAbsent("max.message.bytes", "1048588");
      found.put(topic.name(), new Present("id", 4, 3, configs));
    }
  }

  @Test
  void whatIsAsPlannedHasNoDeviation() {
    assertThat(deviations()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          delay-requests | cleanup.policy | compact | REFUSE
          delay-requests | cleanup.policy | compact,delete | REFUSE
          delay-rerouted | cleanup.policy | compact | REFUSE
          delay-dead-letters | cleanup.policy | compact | REFUSE
          delaygate-jobs-changelog | cleanup.policy | delete | REFUSE
          delaygate-jobs-changelog | cleanup.policy | compact,delete | REFUSE
          delay-rerouted | max.message.bytes | 1048588 | REFUSE
          delay-dead-letters | max.message.bytes | 1048588 | REFUSE
          delaygate-jobs-changelog | max.message.bytes | 1048588 | REFUSE
          delaygate-jobs-changelog | max.message.bytes | 8388608 |
          delay-replies | max.message.bytes | 1000 | WARN
          delay-requests | max.message.bytes | 1048588 | WARN
          delay-requests | max.message.bytes | 8388608 |
          delay-requests | min.insync.replicas | 4 | REFUSE
          delaygate-jobs-changelog | min.insync.replicas | 3 | WARN
          delaygate-jobs-changelog | min.insync.replicas | 1 | WARN
          delay-requests | retention.ms | 604799999 | WARN
          delay-requests | retention.ms | 604800001 |
          delay-requests | retention.ms | -1 |
          delay-replies | retention.ms | 60000 | WARN
          delay-requests | retention.bytes | 1073741824 | WARN
          delaygate-jobs-changelog | retention.bytes | 1073741824 |
          delay-requests | message.timestamp.type | CreateTime | WARN
          delaygate-jobs-changelog | message.timestamp.type | CreateTime | WARN
          delay-events | message.timestamp.type | CreateTime |
          delaygate-jobs-changelog | unclean.leader.election.enable | true | WARN
          delaygate-jobs-changelog | segment.bytes | 1073741824 |
          """)
  void eachSettingHasItsRule(String topic, String setting, String value, String severity) {
    // Given
    var as = present(topic);
    var configs = new HashMap<>(as.configs());
    configs.put(setting, value);
    found.put(topic, new Present("id", as.partitions(), as.replicas(), configs));

    // When
    var deviations = deviations();

    // Then
    if (severity == null) {
      assertThat(deviations).isEmpty();
    } else {
      assertThat(deviations).hasSize(1);
      assertThat(deviations.get(0).severity()).hasToString(severity);
      assertThat(deviations.get(0).text())
          .contains("'" + topic + "'", setting + " is " + value, "should be", "--entity-name");
    }
  }

  @Test
  void aCompactedChangelogMayHaveADeletePolicyThatDeletesNothing() {
    // Given
    var configs = new HashMap<>(present("delaygate-jobs-changelog").configs());
    configs.put("cleanup.policy", "compact,delete");
    configs.put("retention.ms", "-1");

    // When
    found.put("delaygate-jobs-changelog", new Present("id", 4, 3, configs));

    // Then
    assertThat(deviations()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "delay-rerouted, 5, REFUSE",
    "delaygate-jobs-changelog, 3, REFUSE",
    "delaygate-jobs-changelog, 5, REFUSE",
    "delay-replies, 50,",
    "delay-dead-letters, 1,"
  })
  void partitionsMustBeThoseOfTheCommandsWhereStoresFollowThem(
      String topic, int partitions, String severity) {
    // Given
    found.put(topic, new Present("id", partitions, 3, present(topic).configs()));

    // When
    var deviations = deviations();

    // Then
    assertThat(deviations.stream().map(it -> it.severity().name()))
        .containsExactlyElementsOf(severity == null ? List.of() : List.of(severity));
  }

  @Test
  void oneReplicaIsEnoughForOneBroker() {
    // Given
    var topics = new HashMap<String, FoundTopic>();
    var plan = TopicPlan.of(SchedulerSettings.of(Map.of("bootstrap.servers", "unused:1")), 4);
    for (var topic : plan) {
      var configs = new HashMap<>(present(topic.name()).configs());
      configs.put("min.insync.replicas", "1");
      topics.put(topic.name(), new Present("id", 4, 1, configs));
    }

    // When
    var alone = TopicRules.check(plan, new FoundTopics(topics, 1));
    var unknown = TopicRules.check(plan, new FoundTopics(topics, 0));
    var three = TopicRules.check(plan, new FoundTopics(topics, 3));

    // Then
    assertThat(alone).isEmpty();
    assertThat(unknown).isEmpty();
    assertThat(three)
        .hasSize(plan.size())
        .allSatisfy(it -> assertThat(it.finding()).isEqualTo("has 1 replicas, but should have 3"));
  }

  @Test
  void aMissingTopicIsRefusedAndAMissingChangelogIsNot() {
    // Given
    found.put("delay-requests", new FoundTopic.Missing());
    found.put("delaygate-jobs-changelog", new FoundTopic.Missing());

    // When
    var deviations = deviations();

    // Then
    assertThat(deviations.stream().map(it -> it.severity() + " " + it.topic()))
        .containsExactly("REFUSE delay-requests", "WARN delaygate-jobs-changelog");
    assertThat(deviations.get(0).text()).contains("does not exist", "delaygate topics plan");
  }

  @Test
  void withoutTheRightToReadSettingsOnlyTheOtherChecksAreMade() {
    // Given
    found.replaceAll((name, topic) -> new Present("id", 4, 3, null));
    found.put("delay-rerouted", new Present("id", 1, 3, null));
    found.put("delay-events", new FoundTopic.Hidden());

    // When
    var deviations = deviations();

    // Then
    assertThat(deviations.stream().map(it -> it.severity() + " " + it.topic()))
        .contains("REFUSE delay-rerouted", "REFUSE delay-events", "NOTE delay-requests")
        .hasSize(2 + PLAN.size() - 1);
  }

  @Test
  void noRuleIsDead() {
    // Given
    var worst = new HashMap<String, String>();
    worst.put("cleanup.policy", "compact");
    worst.put("max.message.bytes", "1");
    worst.put("min.insync.replicas", "3");
    worst.put("retention.ms", "1");
    worst.put("retention.bytes", "1");
    worst.put("message.timestamp.type", "CreateTime");
    worst.put("unclean.leader.election.enable", "true");
    var cases = new ArrayList<FoundTopic>();
    cases.add(new FoundTopic.Missing());
    cases.add(new FoundTopic.Hidden());
    cases.add(new Present("id", 1, 1, null));
    cases.add(new Present("id", 1, 2, worst));
    cases.add(new Present("id", 1, 3, worst));
    var other = new HashMap<>(worst);
    other.putAll(Map.of("cleanup.policy", "delete", "min.insync.replicas", "1"));
    cases.add(new Present("id", 1, 3, other));

    // When
    Set<TopicRule> met = new HashSet<>();
    for (var topic : PLAN) {
      for (var found : cases) {
        Arrays.stream(TopicRule.values())
            .filter(rule -> rule.deviation(topic, found, BROKERS) != null)
            .forEach(met::add);
      }
    }

    // Then
    assertThat(met).containsExactlyInAnyOrder(TopicRule.values());
  }

  private Present present(String topic) {
    return (Present) Objects.requireNonNull(found.get(topic), topic);
  }

  private List<Deviation> deviations() {
    return TopicRules.check(PLAN, new FoundTopics(found, BROKERS));
  }
}

package io.delaygate.scheduler.topics;

import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.scheduler.settings.SchedulerSettings;
import io.delaygate.scheduler.topics.FoundTopic.Present;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class TopicChangesTest {
  private static final String REQUESTS = "delay-requests";
  private static final String REROUTED = "delay-rerouted";
  private static final String CHANGELOG = "delaygate-jobs-changelog";

  private static final SchedulerSettings SETTINGS =
      SchedulerSettings.of(Map.of("bootstrap.servers", "unused:1"));

  private final Map<String, FoundTopic> topics = new HashMap<>();
  private final SeenTopics first;

  TopicChangesTest() {
    for (var topic : TopicPlan.of(SETTINGS, 4)) {
      topics.put(topic.name(), present("first", 4, topic.name()));
    }
    first = seen();
  }

  @Test
  void whatIsAsItWasIsStartableAndSaysNothing() {
    assertThat(changes().deviations()).isEmpty();
    assertThat(changes().madeAnew()).isEmpty();
    assertThat(changes().isStartable()).isTrue();
  }

  @Test
  void aChangelogThatIsGoneOrMadeAnewIsLeftToThoseWhoKnowWhichOneCounts() {
    // When
    topics.put(CHANGELOG, new FoundTopic.Missing());

    // Then
    assertThat(changes().deviations()).isEmpty();

    // When
    topics.put(CHANGELOG, new Present("second", 1, 1, Map.of("cleanup.policy", "delete")));

    // Then
    assertThat(changes().deviations()).isEmpty();
    assertThat(changes().madeAnew()).isEmpty();

    // When
    topics.put(CHANGELOG, new Present("first", 1, 1, Map.of("cleanup.policy", "delete")));

    // Then
    assertThat(refusals()).hasSize(2);
  }

  @Test
  void anotherTopicThatIsMadeAnewIsToldAndKeepsNobodyFromWork() {
    // When
    topics.put("delay-replies", present("second", 4, "delay-replies"));

    // Then
    assertThat(changes().madeAnew()).containsExactly(Map.entry("delay-replies", "second"));
    assertThat(refusals()).isEmpty();
  }

  @Test
  void whatWasToldAsMadeAnewIsTheOneToCompareWithFromThenOn() {
    // Given
    topics.put("delay-replies", present("second", 4, "delay-replies"));
    var now = seen();

    // When
    var changes = TopicChanges.between(first.with(now, changes().madeAnew().keySet()), now);

    // Then
    assertThat(changes.madeAnew()).isEmpty();
  }

  @Test
  void morePartitionsOfCommandsNameEachTopicThatHasToFollow() {
    // When
    topics.put(REQUESTS, present("first", 6, REQUESTS));

    // Then
    assertThat(changes().isResized()).isTrue();
    assertThat(changes().isStartable()).isFalse();
    assertThat(refusals()).hasSize(3);
    assertThat(refusals().get(0))
        .contains("has 6 partitions, but had 4", REROUTED, CHANGELOG, "--partitions 6");
    assertThat(refusals().subList(1, 3))
        .anyMatch(it -> it.contains("--alter --topic " + REROUTED + " --partitions 6"))
        .anyMatch(it -> it.contains("--alter --topic " + CHANGELOG + " --partitions 6"));

    // When
    topics.put(REROUTED, present("first", 6, REROUTED));

    // Then
    assertThat(changes().isStartable()).isFalse();
    assertThat(refusals().get(0)).contains("Raise " + CHANGELOG + " to 6");
  }

  @Test
  void onceAllFitTheSchedulerCanJoinAnew() {
    // When
    for (var topic : List.of(REQUESTS, REROUTED, CHANGELOG)) {
      topics.put(topic, present("first", 6, topic));
    }

    // Then
    assertThat(changes().isResized()).isTrue();
    assertThat(refusals()).hasSize(1);
    assertThat(changes().isStartable()).isTrue();
  }

  private SeenTopics seen() {
    var partitions = ((Present) Objects.requireNonNull(topics.get(REQUESTS))).partitions();
    return new SeenTopics(
        partitions, TopicPlan.of(SETTINGS, partitions), new FoundTopics(topics, 1));
  }

  private TopicChanges changes() {
    return TopicChanges.between(first, seen());
  }

  private List<String> refusals() {
    return changes().deviations().stream()
        .filter(it -> it.severity() == Deviation.Severity.REFUSE)
        .map(Deviation::text)
        .toList();
  }

  private static Present present(String id, int partitions, String topic) {
    var configs =
        TopicPlan.of(SETTINGS, partitions).stream()
            .filter(it -> it.name().equals(topic))
            .findFirst()
            .orElseThrow()
            .configs();
    return new Present(id, partitions, 1, configs);
  }
}

package io.delaygate.schemas.topics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TopicNamesTest {
  @Test
  void stockNamesHaveNoPrefix() {
    // When
    var names = TopicNames.prefixed("");

    // Then
    assertThat(names.applicationId()).isEqualTo("delaygate");
    assertThat(names.requests()).isEqualTo("delay-requests");
    assertThat(names.rerouted()).isEqualTo("delay-rerouted");
    assertThat(names.deadLetters()).isEqualTo("delay-dead-letters");
    assertThat(names.reserved())
        .containsExactlyInAnyOrder("delay-control", "delay-events", "delay-replies");
  }

  @Test
  void installationsWithDifferentPrefixesShareNothing() {
    // Given
    var one = all(TopicNames.prefixed(""));
    var other = all(TopicNames.prefixed("eu."));

    // When
    var shared = new HashSet<>(one);
    shared.retainAll(other);

    // Then
    assertThat(shared).isEmpty();
    assertThat(other).allMatch(name -> name.startsWith("eu."));
  }

  @Test
  void anInstallationForbidsAllItsNamesAndThoseOfNoOther() {
    // Given
    var names = TopicNames.prefixed("eu.");

    // Then
    assertThat(names.isForbiddenTarget("eu.delay-requests")).isTrue();
    assertThat(names.isForbiddenTarget("eu.delay-rerouted")).isTrue();
    assertThat(names.isForbiddenTarget("eu.delay-dead-letters")).isTrue();
    assertThat(names.isForbiddenTarget("eu.delay-control")).isTrue();
    assertThat(names.isForbiddenTarget("eu.delay-events")).isTrue();
    assertThat(names.isForbiddenTarget("eu.delay-replies")).isTrue();
    assertThat(names.isForbiddenTarget("eu.delaygate-jobs-changelog")).isTrue();
    assertThat(names.isForbiddenTarget("__transaction_state")).isTrue();
    assertThat(names.isForbiddenTarget("delay-requests")).isFalse();
    assertThat(names.isForbiddenTarget("delaygate-jobs-changelog")).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"delay-orders", "delay-requests-2", "orders", "delaygate", "_schemas"})
  void aUsersTopicIsFine(String topic) {
    assertThat(TopicNames.prefixed("").isForbiddenTarget(topic)).isFalse();
  }

  @Test
  void aRenamedTopicIsForbiddenUnderItsNewName() {
    // When
    var names =
        TopicNames.prefixed("")
            .withRequests("commands")
            .withRerouted("detours")
            .withDeadLetters("graveyard")
            .withApplicationId("timer");

    // Then
    assertThat(names)
        .isEqualTo(
            new TopicNames(
                "timer",
                "commands",
                "detours",
                "graveyard",
                Set.of("delay-control", "delay-events", "delay-replies")));
    assertThat(names.isForbiddenTarget("commands")).isTrue();
    assertThat(names.isForbiddenTarget("detours")).isTrue();
    assertThat(names.isForbiddenTarget("graveyard")).isTrue();
    assertThat(names.isForbiddenTarget("timer-jobs-changelog")).isTrue();
    assertThat(names.isForbiddenTarget("delay-requests")).isFalse();
    assertThat(names.isForbiddenTarget("delaygate-jobs-changelog")).isFalse();
  }

  private static Set<String> all(TopicNames names) {
    var all = new ArrayList<>(names.reserved());
    all.add(names.applicationId());
    all.add(names.requests());
    all.add(names.rerouted());
    all.add(names.deadLetters());
    return new HashSet<>(all);
  }
}

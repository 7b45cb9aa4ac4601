package io.delaygate.schemas.topics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
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
    assertThat(names.replies()).isEqualTo("delay-replies");
    assertThat(names.events()).isEqualTo("delay-events");
    assertThat(names.control()).isEqualTo("delay-control");
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
            .withReplies("echoes")
            .withEvents("diary")
            .withApplicationId("timer");

    // Then
    assertThat(names)
        .isEqualTo(
            new TopicNames(
                "timer",
                "commands",
                "detours",
                "graveyard",
                "echoes",
                "diary",
                "delay-control",
                "queue."));
    assertThat(names.isForbiddenTarget("echoes")).isTrue();
    assertThat(names.isForbiddenTarget("diary")).isTrue();
    assertThat(names.isForbiddenTarget("delay-replies")).isFalse();
    assertThat(names.isForbiddenTarget("commands")).isTrue();
    assertThat(names.isForbiddenTarget("detours")).isTrue();
    assertThat(names.isForbiddenTarget("graveyard")).isTrue();
    assertThat(names.isForbiddenTarget("timer-jobs-changelog")).isTrue();
    assertThat(names.isForbiddenTarget("delay-requests")).isFalse();
    assertThat(names.isForbiddenTarget("delaygate-jobs-changelog")).isFalse();
  }

  @Test
  void anOutcomeMayGoWhereAJobMayAndToTheTopicOfOutcomes() {
    // Given
    var names = TopicNames.prefixed("eu.");

    // Then
    assertThat(names.isForbiddenReply("eu.delay-replies")).isFalse();
    assertThat(names.isForbiddenReply("orders")).isFalse();
    assertThat(names.isForbiddenReply("eu.delay-requests")).isTrue();
    assertThat(names.isForbiddenReply("eu.delay-events")).isTrue();
    assertThat(names.isForbiddenReply("eu.delaygate-jobs-changelog")).isTrue();
    assertThat(names.isForbiddenReply("__consumer_offsets")).isTrue();
  }

  @Test
  void aQueueHasATopicOfItsNamespace() {
    // Given
    var names = TopicNames.prefixed("eu.");

    // Then
    assertThat(names.queue("default", "mails")).contains("eu.queue.default.mails");
    assertThat(names.queue("shop", "a-Z_9")).contains("eu.queue.shop.a-Z_9");
    assertThat(names.queue("shop", "a".repeat(255))).contains("eu.queue.shop." + "a".repeat(255));
    assertThat(names.queue("shop", "a".repeat(256))).isEmpty();
    assertThat(names.namesQueue("eu.queue.shop." + "a".repeat(255))).isTrue();
    assertThat(names.namesQueue("eu.queue.shop." + "a".repeat(256))).isFalse();
    assertThat(names.namesQueue("eu.queue." + "s".repeat(65) + ".a")).isFalse();
    assertThat(names.namesQueue("eu.queue.shop.a.b")).isFalse();
    assertThat(names.namesQueue("eu.queue.shop")).isFalse();
    assertThat(names.namesQueue("queue.shop.a")).isFalse();
    assertThat(names.queue("shop", "")).isEmpty();
    assertThat(names.queue("shop", "a.b")).isEmpty();
    assertThat(names.queue("shop", "ä")).isEmpty();
  }

  @Test
  void anEndpointIsATargetThatNoQueueHas() {
    // Given
    var names = TopicNames.prefixed("eu.");

    // When
    var target = names.endpoint("shop", "billing").orElseThrow();

    // Then
    assertThat(target).isEqualTo("eu.queue.shop.~billing");
    assertThat(names.isEndpoint(target)).isTrue();
    assertThat(names.endpointOf(target)).contains(new EndpointName("shop", "billing"));
    assertThat(names.namesQueue(target)).isFalse();
    assertThat(names.queue("shop", "~billing")).isEmpty();
  }

  @Test
  void namesOfEndpointsHaveUpTo64Characters() {
    // Given
    var names = TopicNames.prefixed("");

    // Then
    assertThat(names.endpoint("shop", "a".repeat(64))).isPresent();
    assertThat(names.endpoint("shop", "a".repeat(65))).isEmpty();
    assertThat(names.endpoint("shop", "")).isEmpty();
    assertThat(names.endpoint("shop", "a.b")).isEmpty();
    assertThat(names.endpoint("a.b", "billing")).isEmpty();
    assertThat(names.isEndpoint("queue.shop.~" + "a".repeat(64))).isTrue();
    assertThat(names.isEndpoint("queue.shop.~" + "a".repeat(65))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "~",
        "queue.",
        "queue.~billing",
        "queue..~billing",
        "queue.shop~billing",
        "queue.shop.billing",
        "queue.shop.~",
        "queue.shop.~~billing",
        "queue.shop.~a.~b",
        "shop.~billing",
        "eu.queue.shop.~billing",
      })
  void otherTargetsAreNoEndpoints(String topic) {
    assertThat(TopicNames.prefixed("").isEndpoint(topic)).isFalse();
  }

  private static Set<String> all(TopicNames names) {
    return Set.of(
        names.applicationId(),
        names.requests(),
        names.rerouted(),
        names.deadLetters(),
        names.replies(),
        names.events(),
        names.control());
  }

  /**
   * For Kafka, {@code .} and {@code _} are the same character in topic names. So topics cannot be
   * named after queues, but the targets that stand for queues all differ.
   */
  @Test
  void noTwoQueuesHaveTheSameName() {
    // Given
    var names = texts(4);
    var all = TopicNames.prefixed("eu.");

    // When
    var byTarget = new HashMap<String, String>();
    var byTopic = new HashSet<String>();
    for (var namespace : names) {
      for (var queue : names) {
        var target = all.queue(namespace, queue).orElseThrow();
        var other = byTarget.put(target, namespace + "/" + queue);
        assertThat(other).as(target).isNull();
        assertThat(all.namesQueue(target)).isTrue();
        assertThat(names).filteredOn(each -> target.startsWith(all.queuesOf(each))).hasSize(1);
        byTopic.add(target.replace('.', '_'));
      }
    }

    // Then
    assertThat(byTopic).as("names of which many are one to Kafka").hasSizeLessThan(byTarget.size());
  }

  /** All texts up to a length, of characters by which names could be confused. */
  private static List<String> texts(int longest) {
    var texts = new ArrayList<String>();
    var last = List.of("");
    for (var i = 0; i < longest; i++) {
      last = last.stream().flatMap(text -> Stream.of("a", "_", "-").map(text::concat)).toList();
      texts.addAll(last);
    }
    return texts;
  }
}

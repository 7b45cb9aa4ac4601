package io.delaygate.service.directory;

import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.service.directory.TopicReader.Reading;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.apache.kafka.common.Uuid;
import org.junit.jupiter.api.Test;

class KnownTopicsTest {
  private final KnownTopics topics = new KnownTopics();

  @Test
  void thatManyNamesWithoutATopicAreRememberedAndNotOneMore() {
    // Given
    fill(KnownTopics.STRANGERS_MOST - 1);

    // Then
    assertThat(topics.add("last", 0)).isNotNull();
    assertThat(topics.add("one-too-many", 0)).isNull();
    assertThat(topics.add("last", 0)).isNull();
    assertThat(topics.get("last")).isNotNull();
  }

  @Test
  void topicsThatExistTakeNoRoom() {
    // Given
    fill(KnownTopics.STRANGERS_MOST);
    var topic = Objects.requireNonNull(topics.get("name-0"));
    var seen = new Reading(new TopicStatus.Writable(1, 1), Uuid.randomUuid());
    var gone = new Reading(new TopicStatus.Missing(), null);

    // When
    topics.settle(List.of(topic), name -> seen, 1);
    var added = topics.add("another", 1);
    topics.settle(List.of(topic), name -> gone, 2);
    var oneTooMany = topics.add("one-too-many", 2);

    // Then
    assertThat(added).isNotNull();
    assertThat(oneTooMany).isNull();
  }

  @Test
  void namesThatNobodyUsesMakeRoomAfterAMinute() {
    // Given
    fill(KnownTopics.STRANGERS_MOST);
    var minute = Duration.ofMinutes(1).toNanos();

    // When
    topics.dropUnused(minute);
    var within = topics.add("another", minute);
    topics.dropUnused(minute + 1);
    var after = topics.add("another", minute + 1);

    // Then
    assertThat(within).isNull();
    assertThat(after).isNotNull();
  }

  private void fill(int count) {
    for (var i = 0; i < count; i++) {
      assertThat(topics.add("name-" + i, 0)).isNotNull();
    }
  }
}

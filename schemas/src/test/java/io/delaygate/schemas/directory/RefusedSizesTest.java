package io.delaygate.schemas.directory;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a topic refuses is taken for its limit. */
class RefusedSizesTest {
  private static final int DEFAULT_SIZE = 1_000_000;

  private static final Duration LIMIT = Duration.ofSeconds(20);

  private final Brokers brokers = new Brokers();
  private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 5_000); // a ticker may wrap
  private final KafkaTopicDirectory directory =
      new KafkaTopicDirectory(
          brokers.admin(),
          new DirectorySettings(Duration.ofHours(1), Duration.ofSeconds(1), DEFAULT_SIZE),
          topic -> !topic.equals("looked-at"),
          nanos::get);

  RefusedSizesTest() {
    passes(Duration.ofMillis(1));
  }

  @AfterEach
  void stop() {
    directory.close();
  }

  @Test
  void aRefusedSizeIsTakenForTheLimitFromThenOn() {
    // Given
    brokers.writable("orders", 1);
    assertThat(told("orders")).isEqualTo(writable(1));

    // When
    directory.refused("orders", 50_000);
    directory.refused("orders", 40_000);
    directory.refused("orders", 60_000);

    // Then
    assertThat(directory.status("orders")).isEqualTo(new TopicStatus.Writable(1, 39_999));
  }

  /** The thread that a refusal ends leaves a doubt behind. */
  @Test
  void aRefusalOutlivesADoubt() {
    // Given
    brokers.writable("orders", 1);
    told("orders");
    directory.refused("orders", 50_000);

    // When
    passes(Duration.ofMillis(1));
    askedAgain("orders");

    // Then
    assertThat(directory.status("orders")).isEqualTo(new TopicStatus.Writable(1, 49_999));
  }

  @Test
  void aRefusalIsForgottenAfterAnHour() {
    // Given
    brokers.writable("orders", 1);
    told("orders");
    directory.refused("orders", 50_000);

    // When
    passes(Duration.ofMinutes(59));
    var within = told("orders");
    passes(Duration.ofMinutes(1));
    var after = told("orders");

    // Then
    assertThat(within).isEqualTo(new TopicStatus.Writable(1, 49_999));
    assertThat(after).isEqualTo(writable(1));
  }

  @Test
  void aRefusalIsForgottenWhenAnotherLimitIsTold() {
    // Given
    brokers.writable("orders", 1);
    told("orders");
    directory.refused("orders", 50_000);

    // When
    brokers.takes("orders", "2000000");
    passes(Duration.ofSeconds(5));

    // Then
    assertThat(told("orders")).isEqualTo(new TopicStatus.Writable(1, 2_000_000));
  }

  /** What is refused of topics that nobody asks for, such as changelogs, is of no use. */
  @Test
  void aRefusalOfATopicThatWasNeverAskedForIsNotKept() {
    // Given
    brokers.writable("orders", 1);

    // When
    directory.refused("orders", 50_000);

    // Then
    assertThat(told("orders")).isEqualTo(writable(1));
  }

  private TopicStatus told(String topic) {
    assertThat(directory.await(List.of(topic), LIMIT)).isTrue();
    return directory.known(topic);
  }

  private void askedAgain(String topic) {
    var before = brokers.timesAsked(topic);
    passes(Duration.ofMillis(1));
    directory.doubt(topic);
    Awaitility.await().atMost(LIMIT).until(() -> brokers.timesAsked(topic) > before);
    told("after-" + topic + before); // the answers are taken one after the other
  }

  private void passes(Duration time) {
    nanos.addAndGet(time.toNanos());
  }

  private static TopicStatus writable(int partitions) {
    return new TopicStatus.Writable(partitions, DEFAULT_SIZE);
  }
}

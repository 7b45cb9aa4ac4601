package io.delaygate.service.directory;

import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.service.background.BackgroundFailures;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.awaitility.Awaitility;

/**
 * Topic directory on fake {@link Brokers} and a manual clock. It refreshes once an hour, or when a
 * topic is in doubt.
 */
final class DirectoryUnderTest implements AutoCloseable {
  static final int DEFAULT_SIZE = 1_000_000;
  static final Duration LIMIT = Duration.ofSeconds(20);

  private final Brokers brokers = new Brokers();
  private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 5_000); // a ticker may wrap
  private final BackgroundFailures failures = new BackgroundFailures(nanos::get);
  private final KafkaTopicDirectory directory =
      new KafkaTopicDirectory(
          brokers.admin(),
          new DirectorySettings(Duration.ofHours(1), Duration.ofSeconds(1), DEFAULT_SIZE),
          topic -> !topic.equals("looked-at"),
          nanos::get,
          failures);

  DirectoryUnderTest() {
    passes(Duration.ofMillis(1));
  }

  Brokers brokers() {
    return brokers;
  }

  /** Number of failures of a background task of the directory. */
  double failures(String task) {
    return failures.byTask().getOrDefault(task, 0.0);
  }

  KafkaTopicDirectory directory() {
    return directory;
  }

  /** Status of a topic, once the brokers have answered. */
  TopicStatus told(String topic) {
    assertThat(directory.await(List.of(topic), LIMIT)).isTrue();
    return directory.known(topic);
  }

  /** Makes the directory query the brokers about a topic once more, and waits for the result. */
  void askedAgain(String topic) {
    var before = brokers.timesAsked(topic);
    passes(Duration.ofMillis(1));
    directory.doubt(topic);
    Awaitility.await().atMost(LIMIT).until(() -> brokers.timesAsked(topic) > before);
    told("after-" + topic + before); // answers are processed in order
  }

  void eventually(String topic, TopicStatus status) {
    Awaitility.await().atMost(LIMIT).until(() -> directory.known(topic), status::equals);
  }

  void passes(Duration time) {
    nanos.addAndGet(time.toNanos());
  }

  static TopicStatus writable(int partitions) {
    return new TopicStatus.Writable(partitions, DEFAULT_SIZE);
  }

  @Override
  public void close() {
    directory.close();
  }
}

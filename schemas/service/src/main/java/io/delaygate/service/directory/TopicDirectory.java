package io.delaygate.service.directory;

import java.time.Duration;
import java.util.Collection;

/**
 * Directory of the topics that jobs are delivered to, with their status. Implementations are
 * thread-safe.
 */
public interface TopicDirectory {
  /**
   * The status of a topic, without waiting: {@link TopicStatus.Unreadable} until the brokers have
   * answered. An unknown or old status is refreshed in the background.
   */
  TopicStatus status(String topic);

  /**
   * The same without a request to the brokers, for callers whose requests are limited: {@link
   * TopicStatus.Unreadable} when nothing is known.
   */
  default TopicStatus known(String topic) {
    return status(topic);
  }

  /**
   * Whether a job for a topic can be accepted or refused for good by its {@link #status}: it takes
   * records, or the brokers reported within a given time that it does not. If not, the brokers are
   * asked in the background.
   *
   * @param ageNanos greatest age of such a report, since the topic may have been created meanwhile;
   *     monotonic
   */
  default boolean isJudged(String topic, long ageNanos) {
    return !(status(topic) instanceof TopicStatus.Unreadable);
  }

  /**
   * Asks about topics at once and waits for an answer about each. A topic that was missing a moment
   * ago is asked about again, as it may have been created since.
   *
   * @return false when not all are known after that time, or the thread was interrupted, whose
   *     interrupt status is then set
   */
  default boolean await(Collection<String> topics, Duration most) {
    return topics.stream().noneMatch(topic -> known(topic) instanceof TopicStatus.Unreadable);
  }

  /**
   * Asks about all topics in use at once, because something contradicts their status, such as a
   * failed send. Until then the status does not change.
   */
  void doubt();

  /** The same for one topic. */
  default void doubt(String topic) {
    doubt();
  }

  /** Adds a listener for topics that are deleted or recreated from now on. */
  default void listen(TopicListener listener) {}
}

package io.delaygate.service.directory;

import java.time.Duration;
import java.util.Collection;

/** Knowledge about the topics that jobs are delivered to. Implementations are thread-safe. */
public interface TopicDirectory {
  /**
   * The status of a topic, without waiting: {@link TopicStatus.Unreadable} until the brokers have
   * told. What is not known, or not for sure, is asked in the background.
   */
  TopicStatus status(String topic);

  /**
   * The same without a question to the brokers, for callers that may ask only so often: {@link
   * TopicStatus.Unreadable} where nothing is known.
   */
  default TopicStatus known(String topic) {
    return status(topic);
  }

  /**
   * Whether a job for a topic can be accepted or refused for good by its {@link #status}: it takes
   * records, or it was told within a given time that it does not. If not, that is asked in the
   * background.
   *
   * @param ageNanos how old that may be, since the topic may have been made meanwhile; monotonic
   */
  default boolean isJudged(String topic, long ageNanos) {
    return !(status(topic) instanceof TopicStatus.Unreadable);
  }

  /**
   * Asks about topics at once and waits until the brokers have told of each. A topic that was
   * missing a moment ago is asked about again: it may have been made since.
   *
   * @return false when not all are known after that time, or the thread was interrupted, which it
   *     still is then
   */
  default boolean await(Collection<String> topics, Duration most) {
    return topics.stream().noneMatch(topic -> known(topic) instanceof TopicStatus.Unreadable);
  }

  /**
   * Asks about all topics in use at once: something was just seen to contradict what is known, such
   * as a failed send. What is known stands meanwhile.
   */
  void doubt();

  /** The same about one topic. */
  default void doubt(String topic) {
    doubt();
  }

  /** Tells the listener of topics that are deleted or made again, from now on. */
  default void listen(TopicListener listener) {}
}

package io.delaygate.schemas.directory;

/** Knows the topics that jobs are delivered to. Implementations are thread-safe. */
public interface TopicDirectory {
  /**
   * The status of a topic. Answers from the cache when that is fresh; else asks the brokers once,
   * for no longer than the directory's time-out.
   */
  TopicStatus status(String topic);

  /**
   * Forgets how fresh the cache is: something was just seen to contradict it, such as a failed
   * send. The next {@link #status} of each topic asks the brokers.
   */
  void doubt();
}

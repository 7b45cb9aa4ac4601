package io.delaygate.schemas.directory;

/** What the directory knows of one topic. */
public sealed interface TopicStatus {
  /**
   * The topic exists, and we may write to it if we do.
   *
   * @param partitions at least 1
   * @param maxMessageBytes largest batch that the topic takes
   */
  record Writable(int partitions, int maxMessageBytes) implements TopicStatus {}

  /** The topic does not exist. */
  record Missing() implements TopicStatus {}

  /** The topic exists, or may exist, but we may not write to it. */
  record Unwritable() implements TopicStatus {}

  /** Our own rules keep senders' records out of it. */
  record Denied() implements TopicStatus {}

  /** The brokers did not tell. */
  record Unreadable() implements TopicStatus {}
}

package io.delaygate.service.directory;

import io.delaygate.schemas.contract.ReasonCode;
import java.util.Map;

/** Status of one topic, as far as the directory knows. */
public sealed interface TopicStatus {
  /**
   * The topic exists, and we may write to it if we do.
   *
   * @param partitions at least 1
   * @param maxMessageBytes largest batch that the topic takes
   * @param needsKey whether it refuses records without a key, as compacted topics do
   * @param timestampToleranceMs how far a record's timestamp may be from the broker's clock; {@link
   *     Long#MAX_VALUE} where any is taken, or the broker sets its own
   * @param closed partitions that can take no record now, each with the reason: {@link
   *     ReasonCode#TARGET_NO_LEADER} or {@link ReasonCode#TARGET_REPLICAS_TOO_FEW}
   */
  record Writable(
      int partitions,
      int maxMessageBytes,
      boolean needsKey,
      long timestampToleranceMs,
      Map<Integer, ReasonCode> closed)
      implements TopicStatus {
    /** Copies the map. */
    public Writable {
      closed = Map.copyOf(closed);
    }

    /** A topic that takes any record up to a size. */
    public Writable(int partitions, int maxMessageBytes) {
      this(partitions, maxMessageBytes, false, Long.MAX_VALUE, Map.of());
    }

    /** The same topic, taking records up to another size. */
    public Writable withMaxMessageBytes(int bytes) {
      return new Writable(partitions, bytes, needsKey, timestampToleranceMs, closed);
    }
  }

  /** It is no topic but a queue, whose jobs stay with the scheduler until a worker takes them. */
  record Queue() implements TopicStatus {}

  /** The topic does not exist. */
  record Missing() implements TopicStatus {}

  /** The topic exists, or may exist, but we may not write to it. */
  record Unwritable() implements TopicStatus {}

  /** Our own rules keep senders' records out of it. */
  record Denied() implements TopicStatus {}

  /** The brokers have not told yet. */
  record Unreadable() implements TopicStatus {}
}

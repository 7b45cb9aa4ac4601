package io.delaygate.service.directory;

import io.delaygate.schemas.contract.ReasonCode;
import java.util.Map;

/** Status of one topic, as far as the directory knows it. */
public sealed interface TopicStatus {
  /**
   * The topic exists, and we may write to it, or do not write to it at all.
   *
   * @param partitions at least 1
   * @param maxMessageBytes largest batch that the topic takes
   * @param needsKey whether it refuses records without a key, as compacted topics do
   * @param timestampToleranceMs largest distance of a record's timestamp from the broker's clock;
   *     {@link Long#MAX_VALUE} if any is accepted, or the broker sets its own
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

  /**
   * It is a queue and not a topic; its jobs stay with the scheduler until a worker reserves them.
   */
  record Queue() implements TopicStatus {}

  /** It stands for an endpoint that does not exist; one that does is a {@link Queue}. */
  record NoEndpoint() implements TopicStatus {}

  /** The topic does not exist. */
  record Missing() implements TopicStatus {}

  /** The topic exists, or may exist, but we may not write to it. */
  record Unwritable() implements TopicStatus {}

  /** The operator's rules deny it to senders. */
  record Denied() implements TopicStatus {}

  /** The brokers have not answered yet. */
  record Unreadable() implements TopicStatus {}
}

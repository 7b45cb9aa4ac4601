package io.delaygate.gateway.publish;

/** Result of sending a command to Kafka. */
public sealed interface PublishResult {
  /** The outcome's name in metrics. */
  String label();

  /**
   * All in-sync replicas have it.
   *
   * @param timestampMs the record's timestamp, which relative delays count from: the broker's, as
   *     the topic has LogAppendTime
   */
  record Stored(int partition, long offset, long timestampMs) implements PublishResult {
    @Override
    public String label() {
      return "stored";
    }
  }

  /**
   * It is larger than the topic takes, and is not stored.
   *
   * @param topic whose {@code max.message.bytes} it exceeds
   */
  record TooLarge(String topic) implements PublishResult {
    @Override
    public String label() {
      return "too_large";
    }
  }

  /** It is certainly not stored. */
  record NotStored() implements PublishResult {
    @Override
    public String label() {
      return "not_stored";
    }
  }

  /** It may or may not be stored: Kafka did not answer in time. */
  record Unknown() implements PublishResult {
    @Override
    public String label() {
      return "unknown";
    }
  }
}

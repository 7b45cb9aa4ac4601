package io.delaygate.gateway.outcome;

import java.util.List;
import java.util.random.RandomGenerator;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.TopicPartition;

/**
 * Partition of the topic of replies that a gateway reads, with its position. Used by one thread.
 */
final class ReplyPartition {
  private static final int NONE = -1;

  private final String topic;
  private final RandomGenerator random;
  private int partition = NONE;
  private long position = NONE;

  ReplyPartition(String topic, RandomGenerator random) {
    this.topic = topic;
    this.random = random;
  }

  String topic() {
    return topic;
  }

  int partition() {
    return partition;
  }

  /**
   * Assigns the partition to a consumer; from then on it sees every reply to a later command.
   *
   * @param goOn whether to continue at the last consumer's position, instead of at the end
   * @return false when the topic does not exist
   */
  boolean take(Consumer<byte[], byte[]> consumer, boolean goOn) {
    var partitions = consumer.partitionsFor(topic);
    if (partitions == null || partitions.isEmpty()) {
      return false;
    }
    if (partition == NONE || partition >= partitions.size()) {
      partition = random.nextInt(partitions.size());
      position = NONE;
    }
    var here = here();
    consumer.assign(List.of(here));
    if (goOn && position != NONE) {
      consumer.seek(here, position);
    } else {
      consumer.seekToEnd(List.of(here));
    }
    // the end is looked up now, not at the first poll, when commands may have been sent
    position = consumer.position(here);
    return true;
  }

  /**
   * Asks the brokers whether the partition still exists.
   *
   * @throws org.apache.kafka.common.KafkaException when they do not say so
   */
  void verify(Consumer<byte[], byte[]> consumer) {
    consumer.beginningOffsets(List.of(here()));
  }

  private TopicPartition here() {
    return new TopicPartition(topic, partition);
  }

  /** Moves the position behind the reply at that offset. */
  void passed(long offset) {
    position = offset + 1;
  }

  /** The offset of the next reply. */
  long position() {
    return position;
  }
}

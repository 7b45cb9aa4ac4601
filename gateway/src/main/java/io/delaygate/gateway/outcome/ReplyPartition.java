package io.delaygate.gateway.outcome;

import java.util.List;
import java.util.random.RandomGenerator;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.TopicPartition;

/** Where in the topic of replies a gateway reads. Used by one thread. */
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
   * Puts a consumer in place; after that it sees every reply to a command that is sent later.
   *
   * @param goOn whether to go on where the last consumer was, instead of at the end
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
   * Asks the brokers whether the place still exists.
   *
   * @throws org.apache.kafka.common.KafkaException when they do not say so
   */
  void verify(Consumer<byte[], byte[]> consumer) {
    consumer.beginningOffsets(List.of(here()));
  }

  private TopicPartition here() {
    return new TopicPartition(topic, partition);
  }

  /** The reply at that offset was dealt with. */
  void passed(long offset) {
    position = offset + 1;
  }

  /** The offset of the reply that is dealt with next. */
  long position() {
    return position;
  }
}

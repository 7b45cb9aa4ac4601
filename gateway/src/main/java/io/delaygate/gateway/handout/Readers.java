package io.delaygate.gateway.handout;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.consumer.AcknowledgeType;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaShareConsumer;

/**
 * Reads as many records of a queue as are asked for.
 *
 * <p>A share consumer has a fixed number of records that it takes at a time, and each one that is
 * let go again counts as delivered: after ten times the broker gives it to nobody. So there are
 * consumers of several sizes, of which the largest that takes no more than asked for is used. A new
 * one gets its partition with the second heartbeat, after {@value #JOINS_AFTER_SECONDS} s; until
 * then a smaller one reads.
 *
 * <p>For one thread.
 */
final class Readers implements AutoCloseable {
  /** The largest takes what two cores hand out in some 50 ms. */
  static final int[] SIZES = {1, 8, 64, 512};

  /** One heartbeat of a share group, which brokers allow no shorter, and a little. */
  private static final long JOINS_AFTER_SECONDS = 6;

  /** What a queue is waited for at a time, and the brokers' time for an empty answer. */
  static final Duration WAIT = Duration.ofMillis(100);

  private static final Duration CLOSE = Duration.ofSeconds(2);

  private final String topic;
  private final IntFunction<KafkaShareConsumer<byte[], byte[]>> open;
  private final LongSupplier ticker;
  private final List<Reader> readers = new ArrayList<>();
  private Reader last;

  private record Reader(KafkaShareConsumer<byte[], byte[]> consumer, long openedAt) {}

  /**
   * Readers of a topic.
   *
   * @param open a consumer that takes so many records at a time
   * @param ticker monotonic nanoseconds
   */
  Readers(String topic, IntFunction<KafkaShareConsumer<byte[], byte[]>> open, LongSupplier ticker) {
    this.topic = topic;
    this.open = open;
    this.ticker = ticker;
    this.last = add();
  }

  /** Waits for records, for no longer than {@link #WAIT}; all must be acknowledged before. */
  List<ConsumerRecord<byte[], byte[]>> poll(int most) {
    last = readers.get(0);
    for (var i = 1; i < SIZES.length && SIZES[i] <= most; i++) {
      var reader = i < readers.size() ? readers.get(i) : add();
      if (hasJoined(reader)) {
        last = reader;
      }
    }
    return records(last.consumer().poll(WAIT));
  }

  /** Whether an empty answer means that the queue is empty. */
  boolean hasJoined() {
    return hasJoined(readers.get(0));
  }

  /** Says what became of a record that was read last. */
  void acknowledge(ConsumerRecord<byte[], byte[]> record, AcknowledgeType type) {
    last.consumer().acknowledge(record, type);
  }

  /** Tells the brokers, without waiting for them. */
  void commit() {
    last.consumer().commitAsync();
  }

  private boolean hasJoined(Reader reader) {
    return ticker.getAsLong() - reader.openedAt()
        >= Duration.ofSeconds(JOINS_AFTER_SECONDS).toNanos();
  }

  private Reader add() {
    var consumer = open.apply(SIZES[readers.size()]);
    var reader = new Reader(consumer, ticker.getAsLong());
    readers.add(reader);
    consumer.subscribe(List.of(topic));
    for (var early : records(consumer.poll(Duration.ZERO))) { // joins; nothing is read yet
      consumer.acknowledge(early, AcknowledgeType.RELEASE);
    }
    return reader;
  }

  private static List<ConsumerRecord<byte[], byte[]>> records(
      ConsumerRecords<byte[], byte[]> read) {
    var records = new ArrayList<ConsumerRecord<byte[], byte[]>>();
    read.forEach(records::add);
    return records;
  }

  @Override
  public void close() {
    readers.forEach(reader -> reader.consumer().close(CLOSE));
  }
}

package io.delaygate.gateway.jobs;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/**
 * Scan of Kafka partitions from their ends backwards. Kafka reads forwards only, so it reads parts,
 * each of as many offsets as have some megabytes if their records are like those of the part
 * before. For one thread.
 */
final class BackwardScan {
  private static final Duration POLL = Duration.ofMillis(200);

  /** Offsets of the first part: with the largest records it has as many bytes as a later part. */
  private static final int FIRST = 16;

  /** Large enough that the round trip to the broker does not matter. */
  private static final long PART_BYTES = 16L << 20;

  private static final int PART_MAX = 10_000;

  /** Growth from part to part: when records become larger, there is little to read again. */
  private static final int GROWTH = 4;

  /** More than a part should have, less than a broker needs a second for. */
  private static final long GIVE_UP_BYTES = 4 * PART_BYTES;

  private final Map<TopicPartition, Long> begins;

  /** Offset before which each partition is still to be read; goes down with each part. */
  private final Map<TopicPartition, Long> lower;

  private int part = FIRST;
  private int most = PART_MAX;
  private long records;
  private long bytes;

  /** Scans everything between these offsets. */
  BackwardScan(Map<TopicPartition, Long> begins, Map<TopicPartition, Long> ends) {
    this.begins = begins;
    this.lower = new HashMap<>(ends);
  }

  /** Begins a partition before that offset, if it has it. */
  void beginBefore(int partition, long offset) {
    lower.replaceAll((at, end) -> at.partition() == partition ? Math.min(end, offset) : end);
  }

  /** Whether nothing is left to read. */
  boolean isDone() {
    return open().isEmpty();
  }

  /** Whether fewer records and fewer bytes were read. */
  boolean isWithin(long mostRecords, long mostBytes) {
    return records < mostRecords && bytes < mostBytes;
  }

  /** By partition, the offset before which everything is still to be read. */
  Map<Integer, Long> lower() {
    var at = new TreeMap<Integer, Long>();
    lower.forEach((partition, offset) -> at.put(partition.partition(), offset));
    return at;
  }

  /** Whether a partition has anything before that offset. */
  boolean isAnyBefore(int partition, long offset) {
    return begins.entrySet().stream()
        .anyMatch(begin -> begin.getKey().partition() == partition && begin.getValue() < offset);
  }

  /**
   * Reads the next part of all partitions, in their order. Gives up a part that has far more bytes
   * than the part before: the next try is for a smaller one.
   *
   * @param takes called with each record
   * @param isOver asked before each poll whether to give up
   * @return whether the part was read to its end; otherwise its records do not count
   */
  boolean readPart(
      Consumer<byte[], byte[]> consumer,
      java.util.function.Consumer<ConsumerRecord<byte[], byte[]>> takes,
      BooleanSupplier isOver) {
    var from = Map.copyOf(lower);
    var upper = seek(consumer);
    var partRecords = 0L;
    var partBytes = 0L;
    while (!upper.isEmpty() && partBytes < GIVE_UP_BYTES && !isOver.getAsBoolean()) {
      for (var record : consumer.poll(POLL)) {
        var end = upper.get(new TopicPartition(record.topic(), record.partition()));
        if (end != null && record.offset() < end) {
          partRecords++;
          partBytes += bytes(record);
          takes.accept(record);
        }
      }
      upper.entrySet().removeIf(end -> isRead(consumer, end.getKey(), end.getValue()));
    }
    var isWhole = upper.isEmpty();
    if (isWhole) {
      records += partRecords;
      bytes += partBytes;
    } else {
      lower.putAll(from);
      most = Math.max(FIRST, part / GROWTH);
    }
    adapt(partRecords, partBytes);
    return isWhole;
  }

  /** Seeks to the beginning of the next part; returns where it ends, by partition. */
  private Map<TopicPartition, Long> seek(Consumer<byte[], byte[]> consumer) {
    var open = open();
    var upper = new HashMap<TopicPartition, Long>();
    for (var partition : open) {
      upper.put(partition, at(lower, partition));
      var from = at(lower, partition) - Math.max(1, part / open.size());
      lower.put(partition, Math.max(at(begins, partition), from));
      consumer.seek(partition, at(lower, partition));
    }
    consumer.pause(consumer.assignment());
    consumer.resume(open);
    return upper;
  }

  private static boolean isRead(
      Consumer<byte[], byte[]> consumer, TopicPartition partition, long end) {
    var isRead = consumer.position(partition) >= end;
    if (isRead) {
      consumer.pause(List.of(partition));
    }
    return isRead;
  }

  private void adapt(long partRecords, long partBytes) {
    var next = Math.min(most, GROWTH * part);
    var fitting = partBytes == 0 ? next : PART_BYTES * Math.max(1, partRecords) / partBytes;
    part = (int) Math.max(FIRST, Math.min(next, fitting));
  }

  private List<TopicPartition> open() {
    return lower.entrySet().stream()
        .filter(end -> end.getValue() > at(begins, end.getKey()))
        .map(Map.Entry::getKey)
        .toList();
  }

  private static long at(Map<TopicPartition, Long> offsets, TopicPartition partition) {
    return offsets.getOrDefault(partition, 0L);
  }

  /** Bytes of key, value and headers. */
  static long bytes(ConsumerRecord<byte[], byte[]> record) {
    long bytes =
        Math.max(0L, record.serializedKeySize()) + Math.max(0L, record.serializedValueSize());
    for (var header : record.headers()) {
      bytes += header.key().length() + (header.value() == null ? 0 : header.value().length);
    }
    return bytes;
  }
}

package io.delaygate.gateway.jobs;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * Scan of Kafka partitions from the oldest record on, all partitions merged by the records' times.
 * Within a partition the order is that of the log. It keeps a limited number of bytes: what it has
 * to read ahead in one partition to wait for another is read again. For one thread.
 */
final class ForwardScan {
  /** Bytes that wait for records of other partitions, beside one record of each partition. */
  static final long KEPT_BYTES = 4L << 20;

  private static final Duration POLL = Duration.ofMillis(200);

  private static final Comparator<Source> OLDEST =
      Comparator.<Source>comparingLong(source -> source.kept.getFirst().timestamp())
          .thenComparing(source -> source.partition.partition());

  private static final Comparator<TopicPartition> BY_NUMBER =
      Comparator.comparingInt(TopicPartition::partition);

  private final Consumer<byte[], byte[]> consumer;
  private final List<Source> sources = new ArrayList<>();

  /** Reads by a consumer, which it assigns the partitions of {@link #add}. */
  ForwardScan(Consumer<byte[], byte[]> consumer) {
    this.consumer = consumer;
  }

  /** Adds the part of a partition that begins with one offset and ends before another. */
  void add(TopicPartition partition, long from, long end) {
    sources.add(new Source(partition, from, end, null));
  }

  /** Adds single records of a partition before an offset. */
  void addOnly(TopicPartition partition, NavigableSet<Long> offsets, long end) {
    sources.add(new Source(partition, Math.min(offsets.first(), end), end, offsets));
  }

  /** Begins to read, at the offsets where the parts begin. */
  void begin() {
    consumer.assign(sources.stream().map(source -> source.partition).toList());
    sources.forEach(source -> consumer.seek(source.partition, source.next));
  }

  /**
   * Takes the oldest record that is left.
   *
   * @param isOver asked before each poll whether to give up
   * @return null at the end, and when it gives up
   */
  @Nullable ConsumerRecord<byte[], byte[]> next(BooleanSupplier isOver) {
    var missing = missing();
    while (!missing.isEmpty()) {
      if (isOver.getAsBoolean()) {
        return null;
      }
      read(missing);
      missing = missing();
    }
    return sources.stream()
        .filter(source -> !source.kept.isEmpty())
        .min(OLDEST)
        .map(Source::take)
        .orElse(null);
  }

  /** Goes back before a record that was taken: it is among those that are left. */
  void putBack(ConsumerRecord<byte[], byte[]> record) {
    sources.stream()
        .filter(source -> source.partition.partition() == record.partition())
        .forEach(source -> source.next = Math.min(source.next, record.offset()));
  }

  /** Ranges of offsets that were not taken, by partition. */
  SortedMap<Integer, RedriveCursor.Range> left() {
    var left = new TreeMap<Integer, RedriveCursor.Range>();
    for (var source : sources) {
      if (source.next < source.end) {
        left.put(source.partition.partition(), new RedriveCursor.Range(source.next, source.end));
      }
    }
    return left;
  }

  /** The partitions whose next record is not read yet. */
  private Map<TopicPartition, Source> missing() {
    var missing = new TreeMap<TopicPartition, Source>(BY_NUMBER);
    for (var source : sources) {
      if (source.kept.isEmpty() && source.next < source.end && source.seekNext(consumer)) {
        missing.put(source.partition, source);
      }
    }
    return missing;
  }

  private void read(Map<TopicPartition, Source> missing) {
    consumer.pause(consumer.assignment());
    consumer.resume(missing.keySet());
    for (var record : consumer.poll(POLL)) {
      var source = missing.get(new TopicPartition(record.topic(), record.partition()));
      if (source != null && source.wants(record)) {
        source.keep(record);
      }
    }
    if (keptBytes() > KEPT_BYTES) {
      sources.forEach(source -> source.trim(consumer, KEPT_BYTES / sources.size()));
    }
  }

  /** Bytes of the records that were read and not taken. */
  long keptBytes() {
    return sources.stream().mapToLong(source -> source.bytes).sum();
  }

  /** Part of a partition that is to be read. */
  private static final class Source {
    private final TopicPartition partition;
    private final long end;

    /** The only offsets to read; null for all. */
    private final @Nullable NavigableSet<Long> only;

    private final Deque<ConsumerRecord<byte[], byte[]>> kept = new ArrayDeque<>();
    private long bytes;
    private long next;

    Source(TopicPartition partition, long next, long end, @Nullable NavigableSet<Long> only) {
      this.partition = partition;
      this.next = next;
      this.end = end;
      this.only = only;
    }

    boolean wants(ConsumerRecord<byte[], byte[]> record) {
      return record.offset() < end && (only == null || only.contains(record.offset()));
    }

    void keep(ConsumerRecord<byte[], byte[]> record) {
      kept.add(record);
      bytes += BackwardScan.bytes(record);
    }

    ConsumerRecord<byte[], byte[]> take() {
      var first = kept.removeFirst();
      bytes -= BackwardScan.bytes(first);
      next = first.offset() + 1;
      return first;
    }

    /** Seeks the next record that is to be read; returns whether there can be one. */
    boolean seekNext(Consumer<byte[], byte[]> consumer) {
      var position = consumer.position(partition);
      var wanted = only == null ? Long.valueOf(position) : only.ceiling(position);
      if (wanted == null || wanted >= end) {
        next = end;
        return false;
      }
      if (wanted > position) {
        consumer.seek(partition, wanted);
      }
      return true;
    }

    /** Drops the last records above so many bytes, but never the first; they are read again. */
    void trim(Consumer<byte[], byte[]> consumer, long most) {
      while (kept.size() > 1 && bytes > most) {
        var last = kept.removeLast();
        bytes -= BackwardScan.bytes(last);
        consumer.seek(partition, last.offset());
      }
    }
  }
}

package io.delaygate.harness.bench;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.function.ObjLongConsumer;
import org.HdrHistogram.Histogram;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * Consumer of a target with default settings, in a separate thread. It records how long after its
 * due time each job was emitted (by its timestamp) and read, in milliseconds.
 */
final class Lateness implements AutoCloseable {
  private static final Duration POLL = Duration.ofMillis(100);

  private final KafkaConsumer<byte[], byte[]> consumer;
  private final CompletableFuture<Void> reading;
  private final Histogram emitted = new Histogram(3);
  private final Histogram visible = new Histogram(3);
  private final ObjLongConsumer<byte[]> delivered;
  private long count;
  private int early;
  private long lastReadMs;
  private volatile boolean stopped;

  /** Starts reading from the beginning. */
  Lateness(Rig rig, String target, boolean committed) {
    this(rig, target, committed, (id, nowMs) -> {});
  }

  /**
   * The same with a listener for each job.
   *
   * @param delivered gets the id and the wall clock time, in the reading thread
   */
  Lateness(Rig rig, String target, boolean committed, ObjLongConsumer<byte[]> delivered) {
    this.delivered = delivered;
    consumer = consumer(rig.bootstrapServers(), target, committed);
    reading = CompletableFuture.runAsync(this::read, task -> new Thread(task, target).start());
  }

  /** Consumer of all partitions, at their beginning. */
  static KafkaConsumer<byte[], byte[]> consumer(
      String bootstrapServers, String topic, boolean committed) {
    var consumer =
        new KafkaConsumer<>(
            Map.of(
                ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                bootstrapServers,
                ConsumerConfig.ISOLATION_LEVEL_CONFIG,
                committed ? "read_committed" : "read_uncommitted"),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer());
    var partitions =
        consumer.partitionsFor(topic).stream()
            .map(info -> new TopicPartition(topic, info.partition()))
            .toList();
    consumer.assign(partitions);
    consumer.seekToBeginning(partitions);
    partitions.forEach(consumer::position);
    return consumer;
  }

  private void read() {
    while (!stopped) {
      var records = consumer.poll(POLL);
      var nowMs = System.currentTimeMillis();
      synchronized (this) {
        records.forEach(record -> note(record, nowMs));
      }
    }
    consumer.close();
  }

  private void note(ConsumerRecord<byte[], byte[]> record, long nowMs) {
    var header = record.headers().lastHeader("delay-job-due-ms");
    var dueMs = Long.parseLong(new String(header.value(), US_ASCII));
    var emitMs = record.timestamp() - dueMs;
    early += emitMs < 0 ? 1 : 0;
    emitted.recordValue(Math.max(0, emitMs));
    visible.recordValue(Math.max(0, nowMs - dueMs));
    delivered.accept(record.key(), nowMs);
    count++;
    lastReadMs = nowMs;
  }

  /** Resets the measured times, but not the number of jobs. */
  synchronized void startAnew() {
    emitted.reset();
    visible.reset();
  }

  synchronized long count() {
    return count;
  }

  /** Jobs with a time stamp before their due time. */
  synchronized int early() {
    return early;
  }

  /** Wall clock time of the last read job. */
  synchronized long lastReadMs() {
    return lastReadMs;
  }

  synchronized double emittedMs(double percentile) {
    return (double) emitted.getValueAtPercentile(percentile);
  }

  synchronized double visibleMs(double percentile) {
    return (double) visible.getValueAtPercentile(percentile);
  }

  /**
   * Waits until this many jobs were read in all.
   *
   * @throws IllegalStateException if they do not arrive in time
   */
  void await(long jobs, Duration limit) {
    var end = System.nanoTime() + limit.toNanos();
    while (count() < jobs) {
      if (reading.isDone()) {
        reading.join();
      }
      if (System.nanoTime() > end) {
        throw new IllegalStateException(count() + " of " + jobs + " jobs came within " + limit);
      }
      LockSupport.parkNanos(2_000_000);
    }
  }

  @Override
  public void close() {
    stopped = true;
    reading.join();
  }
}

package io.delaygate.gateway.app;

import io.delaygate.gateway.publish.CommandPublisher;
import io.delaygate.gateway.publish.PublishResult;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;

/** Publisher that keeps commands in memory; it acknowledges at once, or when the test does. */
final class MemoryPublisher implements CommandPublisher {
  static final long TIMESTAMP_MS = 1_700_000_000_123L;
  static final int PARTITIONS = 16;

  final List<ProducerRecord<byte[], byte[]>> records = new CopyOnWriteArrayList<>();
  final BlockingQueue<CompletableFuture<PublishResult>> waiting = new LinkedBlockingQueue<>();
  volatile OptionalInt partitions = OptionalInt.of(PARTITIONS);
  volatile boolean holds;
  volatile boolean closed;
  volatile boolean breaks;

  /** Latch that delays every send of a reply until it is zero. */
  volatile CountDownLatch takesReplies = new CountDownLatch(0);

  private final AtomicLong offsets = new AtomicLong();
  private final MemoryScheduler scheduler;
  private final MemoryTopics topics;

  MemoryPublisher(MemoryScheduler scheduler, MemoryTopics topics) {
    this.scheduler = scheduler;
    this.topics = topics;
  }

  @Override
  public OptionalInt partitions() {
    return partitions;
  }

  /** Empty, because nothing reads the commands. */
  @Override
  public Map<Integer, Long> ends() {
    return Map.of();
  }

  @Override
  public CompletableFuture<PublishResult> publish(ProducerRecord<byte[], byte[]> record) {
    if (breaks) {
      throw new IllegalStateException("a payload: s3cret");
    }
    records.add(record);
    if (record.topic().equals(MemoryTopics.REPLIES)) {
      return reply(record);
    }
    if (!holds) {
      if (MemoryTopics.isControl(record.topic())) {
        var offset = topics.decide(record);
        return CompletableFuture.completedFuture(
            new PublishResult.Stored(record.partition(), offset, TIMESTAMP_MS));
      }
      var stored = stored(record.partition());
      scheduler.take(record, stored.offset());
      return CompletableFuture.completedFuture(stored);
    }
    var published = new CompletableFuture<PublishResult>();
    waiting.add(published);
    return published;
  }

  private CompletableFuture<PublishResult> reply(ProducerRecord<byte[], byte[]> record) {
    try {
      takesReplies.await();
    } catch (InterruptedException hurried) {
      throw new AssertionError(hurried);
    }
    topics.send(record);
    return CompletableFuture.completedFuture(stored(record.partition()));
  }

  PublishResult.Stored stored(int partition) {
    return new PublishResult.Stored(partition, offsets.getAndIncrement(), TIMESTAMP_MS);
  }

  /** Waits for a publication that is not acknowledged yet. */
  CompletableFuture<PublishResult> nextWaiting() throws InterruptedException {
    var next = waiting.poll(10, TimeUnit.SECONDS);
    if (next == null) {
      throw new AssertionError("nothing was published");
    }
    return next;
  }

  ProducerRecord<byte[], byte[]> last() {
    return records.get(records.size() - 1);
  }

  @Override
  public void close() {
    closed = true;
  }

  /** The headers of a record in their order, as {@code name=value}. */
  static List<String> headers(ProducerRecord<byte[], byte[]> record) {
    return Arrays.stream(record.headers().toArray())
        .map(header -> header.key() + "=" + text(header.value()))
        .toList();
  }

  private static String text(byte @Nullable [] bytes) {
    return bytes == null ? "null" : new String(bytes, StandardCharsets.UTF_8);
  }
}

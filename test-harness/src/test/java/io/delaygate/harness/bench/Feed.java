package io.delaygate.harness.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntToLongFunction;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Sender of commands, with a producer of default settings except for a short linger. */
final class Feed implements AutoCloseable {
  private final String bootstrapServers;
  private final KafkaProducer<byte[], byte[]> producer;
  private final Queue<Exception> failures = new ConcurrentLinkedQueue<>();
  private final byte[] payload;
  private final Header target;
  private final String prefix;

  /**
   * A feed of jobs for one target.
   *
   * @param prefix prefix of ids
   * @param payloadBytes size of each job's value
   */
  Feed(Rig rig, String target, String prefix, int payloadBytes) {
    this(
        rig.bootstrapServers(),
        header("delay-target-topic", target),
        prefix,
        "x".repeat(payloadBytes).getBytes(UTF_8));
  }

  private Feed(String bootstrapServers, Header target, String prefix, byte[] payload) {
    this.bootstrapServers = bootstrapServers;
    this.producer = producer(bootstrapServers);
    this.payload = payload;
    this.target = target;
    this.prefix = prefix;
  }

  Feed(Rig rig, String target, String prefix) {
    this(rig, target, prefix, 200);
  }

  /** Another producer for the same kind of jobs. */
  Feed another(String itsPrefix) {
    return new Feed(bootstrapServers, target, itsPrefix, payload);
  }

  static KafkaProducer<byte[], byte[]> producer(String bootstrapServers) {
    return new KafkaProducer<>(
        Map.of(
            ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
            bootstrapServers,
            ProducerConfig.LINGER_MS_CONFIG,
            5,
            ProducerConfig.BATCH_SIZE_CONFIG,
            64 * 1024),
        new ByteArraySerializer(),
        new ByteArraySerializer());
  }

  void schedule(int number, long dueMs) {
    schedule(prefix + number, dueMs);
  }

  void schedule(String id, long dueMs) {
    var headers = List.of(target, header("delay-due-ms", Long.toString(dueMs)));
    send(new ProducerRecord<>(Rig.requests(), null, id.getBytes(UTF_8), payload, headers));
  }

  void cancel(int number) {
    var headers = List.of(header("delay-op", "cancel"));
    var id = (prefix + number).getBytes(UTF_8);
    send(new ProducerRecord<>(Rig.requests(), null, id, null, headers));
  }

  /** Schedules jobs as fast as the producer takes them; returns when the broker has all. */
  void scheduleAll(int count, IntToLongFunction dueMs) {
    for (var i = 0; i < count; i++) {
      schedule(i, dueMs.applyAsLong(i));
    }
    flush();
  }

  /** Schedules jobs at a rate, each due this long after it is sent; returns the next number. */
  int schedulePaced(int first, int perSecond, Duration time, long delayMs) {
    var start = System.nanoTime();
    var count = (int) (time.toMillis() * perSecond / 1_000);
    for (var i = 0; i < count; i++) {
      var at = start + i * 1_000_000_000L / perSecond;
      while (System.nanoTime() < at) {
        LockSupport.parkNanos(Math.max(50_000, at - System.nanoTime()));
      }
      schedule(first + i, System.currentTimeMillis() + delayMs);
    }
    flush();
    return first + count;
  }

  void flush() {
    producer.flush();
    var failure = failures.peek();
    if (failure != null) {
      throw new IllegalStateException(failures.size() + " sends failed", failure);
    }
  }

  private void send(ProducerRecord<byte[], byte[]> record) {
    var unused =
        producer.send(
            record,
            (metadata, failure) -> {
              if (failure != null) {
                failures.add(failure);
              }
            });
  }

  private static Header header(String name, String value) {
    return new RecordHeader(name, value.getBytes(UTF_8));
  }

  @Override
  public void close() {
    producer.close();
  }
}

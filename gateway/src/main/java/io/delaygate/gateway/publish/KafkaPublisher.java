package io.delaygate.gateway.publish;

import io.delaygate.service.logging.LogKey;
import java.time.Duration;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Kafka producer of commands with {@code acks=all} and idempotence. Logs when Kafka stops and
 * starts to take records of a topic, not each failure.
 */
public final class KafkaPublisher implements CommandPublisher {
  private static final Logger LOG = LoggerFactory.getLogger(KafkaPublisher.class);

  /** All waiting callers have their answers before; the records that are left have no listener. */
  private static final Duration CLOSE = Duration.ofSeconds(1);

  private final Producer<byte[], byte[]> producer;
  private final String topic;
  private final ConcurrentHashMap<Integer, Long> ends = new ConcurrentHashMap<>();
  private final Set<String> failing = ConcurrentHashMap.newKeySet();

  /** Connects a producer; returns before a broker is reached. */
  public static KafkaPublisher connect(Map<String, Object> settings, String topic) {
    return new KafkaPublisher(new KafkaProducer<>(settings), topic);
  }

  KafkaPublisher(Producer<byte[], byte[]> producer, String topic) {
    this.producer = producer;
    this.topic = topic;
  }

  /** From the producer's cache; blocks for {@code max.block.ms} while it has no metadata. */
  @Override
  public OptionalInt partitions() {
    try {
      return OptionalInt.of(producer.partitionsFor(topic).size());
    } catch (KafkaException | IllegalStateException unknown) {
      noteFailure(topic, unknown);
      return OptionalInt.empty();
    }
  }

  @Override
  public Map<Integer, Long> ends() {
    return Map.copyOf(ends);
  }

  @Override
  public CompletableFuture<PublishResult> publish(ProducerRecord<byte[], byte[]> record) {
    var published = new CompletableFuture<PublishResult>();
    var caller = Thread.currentThread();
    var accepted = new AtomicBoolean();
    try {
      // a callback inside send(): the producer itself gave up, before anything was appended
      var unused =
          producer.send(
              record,
              (metadata, failure) -> {
                var inside = Thread.currentThread() == caller && !accepted.get();
                published.complete(
                    inside && failure != null
                        ? notSent(record.topic(), failure)
                        : outcome(record.topic(), metadata, failure));
              });
      accepted.set(true);
    } catch (KafkaException | IllegalStateException unsent) {
      published.complete(notSent(record.topic(), unsent));
    }
    return published;
  }

  @Override
  public void close() {
    producer.close(CLOSE);
  }

  private PublishResult outcome(String to, RecordMetadata metadata, @Nullable Exception failure) {
    if (failure == null) {
      noteSuccess(to);
      if (to.equals(topic)) {
        ends.put(metadata.partition(), metadata.offset() + 1);
      }
      return new PublishResult.Stored(
          metadata.partition(), metadata.offset(), metadata.timestamp());
    }
    return isRefusal(failure) ? notSent(to, failure) : unknown(to, failure);
  }

  private PublishResult notSent(String to, Exception failure) {
    if (failure instanceof RecordTooLargeException) {
      return new PublishResult.TooLarge(to);
    }
    noteFailure(to, failure);
    return new PublishResult.NotStored();
  }

  private PublishResult unknown(String to, Exception failure) {
    noteFailure(to, failure);
    return new PublishResult.Unknown();
  }

  /** Whether a broker, or the producer itself, refused the record before it was appended. */
  private static boolean isRefusal(Exception failure) {
    return failure instanceof RecordTooLargeException
        || failure instanceof AuthorizationException
        || failure instanceof AuthenticationException
        || failure instanceof UnknownTopicOrPartitionException
        || failure instanceof InvalidTopicException;
  }

  private void noteFailure(String to, Exception failure) {
    if (failing.add(to)) {
      LOG.atWarn()
          .addKeyValue(LogKey.TOPIC.key(), to)
          .addKeyValue(LogKey.FAILURE.key(), failure.toString())
          .log("Kafka does not accept records; calls get 503 until it does");
    }
  }

  private void noteSuccess(String to) {
    if (!failing.isEmpty() && failing.remove(to)) {
      LOG.atInfo().addKeyValue(LogKey.TOPIC.key(), to).log("Kafka accepts records again");
    }
  }
}

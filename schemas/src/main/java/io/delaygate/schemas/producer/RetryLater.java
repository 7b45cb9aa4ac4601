package io.delaygate.schemas.producer;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.delaygate.schemas.command.IfExists;
import io.delaygate.schemas.contract.DelayHeader;
import io.delaygate.schemas.contract.Limits;
import io.delaygate.schemas.job.Backoff;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.random.RandomGenerator;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/**
 * Sends a record that could not be processed back to its own topic, later, so that a consumer goes
 * on with those behind it and needs no retry topics:
 *
 * <pre>{@code
 * var again =
 *     RetryLater.of(record)
 *         .attempt(5, Backoff.exponential(Duration.ofSeconds(5), Duration.ofMinutes(10)));
 * if (again.isPresent()) {
 *   producer.send(again.get()).get(); // stored before the offset is committed
 * } else {
 *   giveUp(record);
 * }
 * }</pre>
 *
 * The record comes back with the same key, value and headers, and {@value #ATTEMPT} counts up. Its
 * place in the order of its key is lost, as with any retry that does not block. Every consumer
 * group of the topic sees it again: a topic that several groups read needs one for each group's
 * retries, see {@link #to}.
 *
 * <p>A consumer that crashes before it commits sends the same record a second time: both have one
 * job id, made of the record's coordinates, and the second one is ignored as long as the first is
 * pending or in history. Made for a producer as {@link DelayedRecord} is. Not thread-safe.
 *
 * @param <V> of the record's value
 */
public final class RetryLater<V extends @Nullable Object> {
  /**
   * On a record that came back: the number of its attempt, as text; without it, it is the first.
   */
  public static final String ATTEMPT = "delaygate-attempt";

  private final ConsumerRecord<?, V> record;
  private final byte @Nullable [] key;
  private String target;
  private String requestsTopic = "delay-requests";
  private RandomGenerator random = RandomGenerator.getDefault();

  private RetryLater(ConsumerRecord<?, V> record) {
    this.record = record;
    this.key = key(record);
    this.target = record.topic();
  }

  /**
   * A record of any topic, delivered by Delaygate or not; its key is null, a text or bytes.
   *
   * @throws IllegalArgumentException if the key is anything else
   */
  public static <V extends @Nullable Object> RetryLater<V> of(ConsumerRecord<?, V> record) {
    return new RetryLater<>(record);
  }

  /** Another topic than the one that the record came from. */
  public RetryLater<V> to(String topic) {
    target = topic;
    return this;
  }

  /** The topic of commands, where it is not called {@code delay-requests}. */
  public RetryLater<V> via(String topic) {
    requestsTopic = topic;
    return this;
  }

  /** What jitter is taken from, for tests. */
  RetryLater<V> randomBy(RandomGenerator source) {
    random = source;
    return this;
  }

  /**
   * Which attempt this record is, counted from 1.
   *
   * @throws IllegalArgumentException if its header says nothing of the kind
   */
  public int attempt() {
    var header = record.headers().lastHeader(ATTEMPT);
    if (header == null) {
      return 1;
    }
    var text = header.value() == null ? "null" : new String(header.value(), UTF_8);
    try {
      return Math.max(1, Integer.parseInt(text));
    } catch (NumberFormatException notANumber) {
      throw new IllegalArgumentException(ATTEMPT + " is '" + text + "', no number", notANumber);
    }
  }

  /**
   * What to send, so that the record comes back for its next attempt.
   *
   * @param max how many attempts there are in all, at least 1
   * @return empty when this was the last one: the record is the caller's
   */
  public Optional<ProducerRecord<String, V>> attempt(int max, Backoff backoff) {
    var attempt = attempt();
    if (attempt >= max) {
      return Optional.empty();
    }
    var wait = Duration.ofMillis(backoff.waitMs(attempt, random.nextDouble()));
    return Optional.of(in(wait));
  }

  /** What to send, so that the record comes back after a delay, whichever attempt it was. */
  public ProducerRecord<String, V> in(Duration delay) {
    var job =
        DelayedRecord.to(target)
            .id(jobId())
            .key(key)
            .in(delay)
            .ifExists(IfExists.IGNORE)
            .via(requestsTopic);
    for (var header : record.headers()) {
      if (isForeign(header)) {
        job.header(header.key(), header.value());
      }
    }
    var next = Integer.toString(attempt() + 1);
    return job.header(ATTEMPT, next.getBytes(UTF_8)).record(record.value());
  }

  private static boolean isForeign(Header header) {
    return !DelayHeader.isControl(header.key()) && !header.key().equals(ATTEMPT);
  }

  /** The longest topic names leave too little room for a number; any name for the same will do. */
  private String jobId() {
    var id =
        "retry-%s-%s-%d-%d".formatted(target, record.topic(), record.partition(), record.offset());
    return id.length() <= Limits.ID_BYTES
        ? id
        : "retry-" + UUID.nameUUIDFromBytes(id.getBytes(UTF_8));
  }

  private static byte @Nullable [] key(ConsumerRecord<?, ?> record) {
    var key = record.key();
    if (key == null || key instanceof byte[]) {
      return (byte[]) key;
    }
    if (key instanceof String text) {
      return text.getBytes(UTF_8);
    }
    throw new IllegalArgumentException(
        "a record with a key of " + key.getClass() + " cannot be sent back: read keys as bytes");
  }
}

package io.delaygate.schemas.producer;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.delaygate.schemas.command.HeaderNames;
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
 * Builder of delayed retries: it makes the record that brings one that could not be processed back
 * to its own topic, later, so that a consumer goes on with the next records and needs no retry
 * topics:
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
 * The record comes back with the same key, value and headers, and {@value #ATTEMPT} counts up. It
 * loses its place in the order of its key, as with any retry that does not block. Left out are
 * headers that the scheduler would refuse: names that look like Delaygate's, such as {@code
 * Delay-Ms}, and names that are not UTF-8. Every consumer group of the topic sees it again: if
 * several groups read a topic, each needs its own topic for retries, see {@link #to}.
 *
 * <p>A consumer that crashes before it commits sends the same record a second time: both have the
 * same job id, made of the record's coordinates, and the second one is ignored as long as the first
 * is pending or in history. Made for the same producer settings as {@link DelayedRecord}. Not
 * thread-safe.
 *
 * @param <V> type of the record's value
 */
public final class RetryLater<V extends @Nullable Object> {
  /** On a record that came back: the number of its attempt, as text; absent on the first. */
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
   * A retry of a record of any topic, delivered by Delaygate or not; its key is null, a text or
   * bytes.
   *
   * @throws IllegalArgumentException if the key is anything else
   */
  public static <V extends @Nullable Object> RetryLater<V> of(ConsumerRecord<?, V> record) {
    return new RetryLater<>(record);
  }

  /** Sets the topic of the retry, instead of the topic of the record. */
  public RetryLater<V> to(String topic) {
    target = topic;
    return this;
  }

  /** The topic of commands, if it is not {@code delay-requests}. */
  public RetryLater<V> via(String topic) {
    requestsTopic = topic;
    return this;
  }

  /** Sets the source of the jitter, for tests. */
  RetryLater<V> randomBy(RandomGenerator source) {
    random = source;
    return this;
  }

  /**
   * Number of this record's attempt, counted from 1.
   *
   * @throws IllegalArgumentException if its header is not a number
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
      throw new IllegalArgumentException(
          ATTEMPT + " is '" + text + "', but must be a whole number", notANumber);
    }
  }

  /**
   * The record to send for the next attempt.
   *
   * @param max total number of attempts, at least 1
   * @return empty when this was the last attempt; the caller then handles the record
   */
  public Optional<ProducerRecord<String, V>> attempt(int max, Backoff backoff) {
    var attempt = attempt();
    if (attempt >= max) {
      return Optional.empty();
    }
    var wait = Duration.ofMillis(backoff.waitMs(attempt, random.nextDouble()));
    return Optional.of(in(wait));
  }

  /** The record to send for another attempt after a delay, whatever the number of attempts. */
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
    var name = header.key();
    return !DelayHeader.isControl(name)
        && !name.equals(ATTEMPT)
        && HeaderNames.refusal(name).isEmpty();
  }

  /**
   * With the longest topic names the id would be too long; then a UUID made from it takes its
   * place.
   */
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
        "a record with a key of "
            + key.getClass()
            + " cannot be sent back; read keys as text or bytes");
  }
}

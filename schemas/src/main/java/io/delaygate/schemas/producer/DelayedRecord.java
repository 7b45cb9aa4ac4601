package io.delaygate.schemas.producer;

import io.delaygate.schemas.command.HeaderNames;
import io.delaygate.schemas.command.IfExists;
import io.delaygate.schemas.command.TimeBounds;
import io.delaygate.schemas.contract.DelayHeader;
import io.delaygate.schemas.contract.JobId;
import io.delaygate.schemas.contract.Op;
import io.delaygate.schemas.contract.TextHeader;
import io.delaygate.schemas.job.OnExpiry;
import io.delaygate.schemas.job.RetryPolicy;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.jspecify.annotations.Nullable;

/**
 * Builder of records for {@code delay-requests}:
 *
 * <pre>{@code
 * producer.send(
 *     DelayedRecord.to("orders-timeouts")
 *         .id("order-4711")
 *         .key("customer-9")
 *         .in(Duration.ofMinutes(30))
 *         .record(order));
 * producer.send(DelayedRecord.cancel("order-4711").<Order>record(null));
 * }</pre>
 *
 * Made for a producer with {@code StringSerializer} keys, or others by {@link #record(Object,
 * Object)}, and Kafka's default partitioner. Not thread-safe; one instance builds one record.
 */
public final class DelayedRecord {
  private final String id;
  private final List<Header> headers = new ArrayList<>();
  private String requestsTopic = "delay-requests";

  DelayedRecord(String id, Op op) {
    this.id = id;
    text(DelayHeader.OP, op.text());
  }

  /** A job for the target topic, with a random id until {@link Schedule#id} sets one. */
  public static Schedule to(String targetTopic) {
    return new Schedule(DelayHeader.TARGET_TOPIC, targetTopic);
  }

  /** A job that calls an HTTP endpoint of the namespace that its id belongs to. */
  public static Schedule toEndpoint(String endpoint) {
    return new Schedule(DelayHeader.TARGET_ENDPOINT, endpoint);
  }

  /** Drops a pending job. */
  public static DelayedRecord cancel(String id) {
    return new DelayedRecord(id, Op.CANCEL);
  }

  /** Delivers a pending job now. */
  public static DelayedRecord fire(String id) {
    return new DelayedRecord(id, Op.FIRE);
  }

  /** Delivers a dead letter again, with all its attempts. */
  public static DelayedRecord kick(String id) {
    return new DelayedRecord(id, Op.KICK);
  }

  /** Drops a dead letter. */
  public static DelayedRecord discard(String id) {
    return new DelayedRecord(id, Op.DISCARD);
  }

  /** Moves a pending job; a non-null value given to {@link #record} replaces its payload. */
  public static DelayedRecord reschedule(String id) {
    return new DelayedRecord(id, Op.RESCHEDULE);
  }

  /**
   * The new due time of a rescheduled job.
   *
   * @throws IllegalArgumentException if it lies before 2001 or after 9999, which no scheduler
   *     accepts
   */
  public DelayedRecord at(Instant due) {
    text(DelayHeader.DUE_MS, Long.toString(roundUpToMillis(due)));
    return this;
  }

  /** The new delay of a rescheduled job, from when the broker takes the record. */
  public DelayedRecord in(Duration delay) {
    text(DelayHeader.DELAY_MS, Long.toString(roundUpToMillis(delay)));
    return this;
  }

  /** The new target topic of a rescheduled job; the job's id is the key of its record. */
  public DelayedRecord movedTo(String targetTopic) {
    text(DelayHeader.TARGET_TOPIC, targetTopic);
    return this;
  }

  /** The new endpoint of a rescheduled job; without {@link #path} its URL is called as it is. */
  public DelayedRecord movedToEndpoint(String endpoint) {
    text(DelayHeader.TARGET_ENDPOINT, endpoint);
    return this;
  }

  /** The path that is appended to the URL of the new endpoint, such as {@code /late?a=b}. */
  public DelayedRecord path(String path) {
    text(DelayHeader.TARGET_PATH, path);
    return this;
  }

  /**
   * Applies only if the job still has this version; otherwise nothing changes and the outcome is
   * STALE.
   */
  public DelayedRecord ifVersion(long version) {
    text(DelayHeader.IF_VERSION, Long.toString(version));
    return this;
  }

  /**
   * Asks for the outcome.
   *
   * @param correlationId returned with it; at most 1 KiB
   */
  public DelayedRecord replyTo(String topic, byte[] correlationId) {
    text(DelayHeader.REPLY_TOPIC, topic);
    headers.add(new RecordHeader(DelayHeader.CORRELATION_ID.headerName(), correlationId));
    return this;
  }

  /**
   * A header of the caller's own.
   *
   * @throws IllegalArgumentException if the scheduler would refuse the name: it looks like one of
   *     Delaygate's, or contains U+FFFD
   */
  public DelayedRecord header(String name, byte @Nullable [] value) {
    headers.add(foreign(name, value));
    return this;
  }

  /** The topic of commands, if it is not {@code delay-requests}. */
  public DelayedRecord via(String topic) {
    requestsTopic = topic;
    return this;
  }

  /**
   * The record to send.
   *
   * @param value the payload; null for none
   */
  public <V extends @Nullable Object> ProducerRecord<String, V> record(V value) {
    return new ProducerRecord<>(requestsTopic, generatedPartition(id), id, value, headers);
  }

  /**
   * The record to send if its key is not text, or not the id: {@code delay-id} has the id. Records
   * about one job need equal keys, since only those keep their order on the way to the partition
   * that owns the id.
   *
   * @param key of the producer's own type; also the delivered record's, unless {@link Schedule#key}
   *     sets another; null for none
   * @param value the payload; null for none
   */
  public <K extends @Nullable Object, V extends @Nullable Object> ProducerRecord<K, V> record(
      K key, V value) {
    var named = new ArrayList<Header>();
    named.add(TextHeader.of(DelayHeader.ID, id));
    named.addAll(headers);
    return new ProducerRecord<>(requestsTopic, generatedPartition(id), key, value, named);
  }

  /**
   * An id that the scheduler generated contains its partition. The scheduler refuses an id that is
   * not valid.
   */
  private static @Nullable Integer generatedPartition(String id) {
    return JobId.parse(id.getBytes(StandardCharsets.UTF_8))
        .filter(JobId::isGenerated)
        .map(generated -> generated.partition(Integer.MAX_VALUE).getAsInt())
        .orElse(null);
  }

  final void text(DelayHeader header, String value) {
    headers.add(TextHeader.of(header, value));
  }

  private static Header foreign(String name, byte @Nullable [] value) {
    HeaderNames.refusal(name)
        .ifPresent(
            refusal -> {
              throw new IllegalArgumentException(refusal.text());
            });
    return new RecordHeader(name, value);
  }

  /** Rounded up, as rounding down would deliver early. */
  private static long roundUpToMillis(Instant due) {
    return checked(due.plusNanos(999_999), "in");
  }

  private static long checked(Instant time, String relative) {
    var ms = time.toEpochMilli();
    TimeBounds.fault(time.toString(), ms, relative)
        .ifPresent(
            fault -> {
              throw new IllegalArgumentException(fault);
            });
    return ms;
  }

  static long roundUpToMillis(Duration delay) {
    return delay.plusNanos(999_999).toMillis();
  }

  /** Builder of a schedule record. Not thread-safe. */
  public static final class Schedule {
    private final DelayHeader targetHeader;
    private final String target;
    private final List<Header> own = new ArrayList<>();
    private final List<Header> foreign = new ArrayList<>();
    private String requestsTopic = "delay-requests";
    private String id = UUID.randomUUID().toString();

    private Schedule(DelayHeader targetHeader, String target) {
      this.targetHeader = targetHeader;
      this.target = target;
    }

    /**
     * The job id, 1 to 255 bytes of UTF-8, not beginning with {@code ~}; needed to cancel the job.
     */
    public Schedule id(String jobId) {
      id = jobId;
      return this;
    }

    /** The delivered record's key; without it the job id is the key. */
    public Schedule key(String key) {
      return key(key.getBytes(StandardCharsets.UTF_8));
    }

    /** The delivered record's key, as bytes; null is a null key. */
    public Schedule key(byte @Nullable [] key) {
      own.add(new RecordHeader(DelayHeader.TARGET_KEY.headerName(), key));
      return this;
    }

    /** The path that is appended to the URL of the endpoint, such as {@code /late?a=b}. */
    public Schedule path(String path) {
      return text(DelayHeader.TARGET_PATH, path);
    }

    /** The delivered record's partition; without it Kafka's default partitioner chooses. */
    public Schedule partition(int partition) {
      return text(DelayHeader.TARGET_PARTITION, Integer.toString(partition));
    }

    /** Delivers after the delay, counted from when the broker takes the record. */
    public Schedule in(Duration delay) {
      return text(DelayHeader.DELAY_MS, Long.toString(roundUpToMillis(delay)));
    }

    /**
     * Delivers at the time.
     *
     * @throws IllegalArgumentException if it lies before 2001 or after 9999, which no scheduler
     *     accepts
     */
    public Schedule at(Instant due) {
      return text(DelayHeader.DUE_MS, Long.toString(roundUpToMillis(due)));
    }

    /** Policy for an id that is already known; without it a pending job is replaced. */
    public Schedule ifExists(IfExists policy) {
      return text(DelayHeader.IF_EXISTS, policy.text());
    }

    /**
     * Order among jobs that are due in the same millisecond, overdue together, or ready in one
     * queue: 0 is first, 9 last, and 5 usual.
     */
    public Schedule priority(int priority) {
      return text(DelayHeader.PRIORITY, Integer.toString(priority));
    }

    /**
     * Latest time of delivery; rounded down to milliseconds.
     *
     * @throws IllegalArgumentException if it lies before 2001 or after 9999, which no scheduler
     *     accepts
     */
    public Schedule expiresAt(Instant latest) {
      return text(DelayHeader.EXPIRES_MS, Long.toString(checked(latest, "expiresAt")));
    }

    /** Keeps the job as a dead letter if it is not delivered, or not finished, until then. */
    public Schedule keptWhenExpired() {
      return text(DelayHeader.ON_EXPIRY, OnExpiry.DEAD_LETTER.text());
    }

    /** Topic of the job's dead letter, if there is one. */
    public Schedule deadLettersTo(String topic) {
      return text(DelayHeader.DEAD_LETTER_TOPIC, topic);
    }

    /**
     * Delivers the job again until a consumer has finished it, see {@link Feedback}.
     *
     * @throws IllegalArgumentException if the backoff factor is not 1 or 2, as no header expresses
     *     another
     */
    public Schedule acknowledged(RetryPolicy retry) {
      var backoff = retry.backoff();
      if (backoff.factor() != 1 && backoff.factor() != 2) {
        throw new IllegalArgumentException(
            "the factor of a backoff must be 1 or 2; this backoff is " + backoff);
      }
      text(DelayHeader.ACK, "true");
      text(DelayHeader.MAX_ATTEMPTS, Integer.toString(retry.maxAttempts()));
      text(DelayHeader.LEASE_MS, Long.toString(retry.leaseMs()));
      text(DelayHeader.LEASE_START, retry.leaseStart().text());
      text(DelayHeader.BACKOFF, backoff.factor() == 1 ? "fixed" : "exponential");
      text(DelayHeader.BACKOFF_INITIAL_MS, Long.toString(backoff.initialMs()));
      if (backoff.factor() != 1) {
        text(DelayHeader.BACKOFF_MAX_MS, Long.toString(backoff.maxMs()));
      }
      return text(DelayHeader.BACKOFF_JITTER, Double.toString(backoff.jitter()));
    }

    /**
     * Asks for the outcome.
     *
     * @param correlationId returned with it; at most 1 KiB
     */
    public Schedule replyTo(String topic, byte[] correlationId) {
      own.add(new RecordHeader(DelayHeader.CORRELATION_ID.headerName(), correlationId));
      return text(DelayHeader.REPLY_TOPIC, topic);
    }

    /**
     * A header that travels to the target; order and duplicates are kept.
     *
     * @throws IllegalArgumentException if the scheduler would refuse the name: it looks like one of
     *     Delaygate's, or contains U+FFFD
     */
    public Schedule header(String name, byte @Nullable [] value) {
      foreign.add(DelayedRecord.foreign(name, value));
      return this;
    }

    /** The topic of commands, if it is not {@code delay-requests}. */
    public Schedule via(String topic) {
      requestsTopic = topic;
      return this;
    }

    /**
     * The record to send.
     *
     * @param value the payload; null delivers a null value
     */
    public <V extends @Nullable Object> ProducerRecord<String, V> record(V value) {
      return command().record(value);
    }

    /**
     * The record to send if its key is not text, see {@link DelayedRecord#record(Object, Object)}.
     */
    public <K extends @Nullable Object, V extends @Nullable Object> ProducerRecord<K, V> record(
        K key, V value) {
      return command().record(key, value);
    }

    private DelayedRecord command() {
      var command = new DelayedRecord(id, Op.SCHEDULE).via(requestsTopic);
      command.text(targetHeader, target);
      command.headers.addAll(own);
      command.headers.addAll(foreign);
      return command;
    }

    private Schedule text(DelayHeader header, String value) {
      own.add(TextHeader.of(header, value));
      return this;
    }
  }
}

package io.delaygate.schemas.producer;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.delaygate.schemas.contract.DelayHeader;
import io.delaygate.schemas.contract.Op;
import io.delaygate.schemas.job.Attempt;
import java.time.Duration;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Builder of the commands by which a consumer reports on an acknowledged job:
 *
 * <pre>{@code
 * try {
 *   charge(record.value());
 *   producer.send(Feedback.on(record).finish().<byte[]>record(null));
 * } catch (CardException declined) {
 *   producer.send(Feedback.on(record).release(declined.getMessage()).<byte[]>record(null));
 * }
 * }</pre>
 *
 * A report is about the attempt of the record only: if its lease has ended meanwhile, nothing
 * changes. Thread-safe.
 */
public final class Feedback {
  private final String id;
  private final String lease;
  private final String attempt;

  private Feedback(ConsumerRecord<?, ?> record) {
    id = header(record, DelayHeader.JOB_ID);
    lease = header(record, DelayHeader.JOB_LEASE);
    attempt = header(record, DelayHeader.JOB_ATTEMPT);
  }

  /**
   * Feedback on a record of an acknowledged job.
   *
   * @throws IllegalArgumentException if it does not belong to an acknowledged job
   */
  public static Feedback on(ConsumerRecord<?, ?> record) {
    return new Feedback(record);
  }

  /** The job is done; a value given to {@link DelayedRecord#record} is kept as its result. */
  public DelayedRecord finish() {
    return says(Op.FINISH);
  }

  /**
   * The job is done.
   *
   * @param note kept in the attempt log, its first 256 bytes
   */
  public DelayedRecord finish(String note) {
    var finished = says(Op.FINISH);
    finished.text(DelayHeader.NOTE, Attempt.head(note));
    return finished;
  }

  /** The attempt failed; the next one comes after the wait of the job's backoff. */
  public DelayedRecord release(String failure) {
    return failed(Op.RELEASE, failure);
  }

  /** The attempt failed; the next one comes after a delay. */
  public DelayedRecord release(String failure, Duration delay) {
    return release(failure).in(delay);
  }

  /**
   * The reserved attempt was never begun: the job is due at once, and the attempt does not count.
   *
   * @param lease lease from the outcome of its reservation
   */
  public DelayedRecord handBack(String lease) {
    var unused = new DelayedRecord(id, Op.RELEASE);
    unused.text(DelayHeader.LEASE, lease);
    unused.text(DelayHeader.ATTEMPT, attempt);
    unused.text(DelayHeader.ATTEMPT_UNUSED, "true");
    return unused;
  }

  /** The job cannot succeed, and becomes a dead letter. */
  public DelayedRecord bury(String failure) {
    return failed(Op.BURY, failure);
  }

  /** The attempt needs more time, counted from when the scheduler processes the command. */
  public DelayedRecord extend(Duration lease) {
    var extended = says(Op.EXTEND);
    extended.text(DelayHeader.LEASE_MS, Long.toString(DelayedRecord.roundUpToMillis(lease)));
    return extended;
  }

  private DelayedRecord failed(Op op, String failure) {
    var failed = says(op);
    failed.text(DelayHeader.FAILURE, Attempt.head(failure));
    return failed;
  }

  private DelayedRecord says(Op op) {
    var command = new DelayedRecord(id, op);
    command.text(DelayHeader.LEASE, lease);
    command.text(DelayHeader.ATTEMPT, attempt);
    return command;
  }

  private static String header(ConsumerRecord<?, ?> record, String name) {
    var header = record.headers().lastHeader(name);
    if (header == null || header.value() == null) {
      throw new IllegalArgumentException(
          "the record has no '" + name + "': it was not delivered by an acknowledged job");
    }
    return new String(header.value(), UTF_8);
  }
}

package io.delaygate.schemas.command;

import io.delaygate.schemas.contract.JobId;
import io.delaygate.schemas.job.EndedJob;
import io.delaygate.schemas.job.Job;
import io.delaygate.schemas.job.JobTimes;
import io.delaygate.schemas.job.Payload;
import io.delaygate.schemas.job.Policy;
import io.delaygate.schemas.job.RetryPolicy;
import io.delaygate.schemas.job.Target;
import java.util.List;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/** Command of a sender, with valid headers. The scheduler decides whether it can be carried out. */
public sealed interface Command {
  /** The job that the command is about. */
  JobId id();

  /**
   * Stores a job, or replaces the pending one of the same id.
   *
   * @param expiresMs epoch milliseconds; {@link JobTimes#NEVER} for none
   */
  record Schedule(
      JobId id,
      When when,
      Target target,
      Payload payload,
      IfExists ifExists,
      long expiresMs,
      Policy policy)
      implements Command {
    /**
     * The job that it asks for.
     *
     * @param nowMs epoch milliseconds
     * @param baseMs what relative delays count from, epoch milliseconds
     */
    public Job job(long nowMs, long baseMs) {
      var times = JobTimes.due(nowMs, when.dueMs(baseMs)).expiring(expiresMs);
      return Job.scheduled(id, times, target, payload, policy);
    }
  }

  /** Command on a job that already exists. */
  sealed interface Change extends Command {
    /** The version that the job must have; null for any. */
    @Nullable Long ifVersion();
  }

  /** Drops a pending job. */
  record Cancel(JobId id, @Nullable Long ifVersion) implements Change {}

  /**
   * Changes a pending job.
   *
   * @param when the new due time; null keeps it
   * @param move the new target; null keeps it
   * @param value the new payload; null keeps it
   * @param headers the new foreign headers; empty keeps them
   */
  record Reschedule(
      JobId id,
      @Nullable When when,
      @Nullable Move move,
      byte @Nullable [] value,
      List<Header> headers,
      @Nullable Long ifVersion)
      implements Change {
    /** A change of a job that stays with its target. */
    public Reschedule(
        JobId id,
        @Nullable When when,
        byte @Nullable [] value,
        List<Header> headers,
        @Nullable Long ifVersion) {
      this(id, when, null, value, headers, ifVersion);
    }
  }

  /**
   * New target of a job.
   *
   * @param usual retry policy that new jobs of the target have; null for none
   */
  record Move(Target target, @Nullable RetryPolicy usual) {}

  /** Delivers a pending job now. */
  record Fire(JobId id, @Nullable Long ifVersion) implements Change {}

  /**
   * Delivers a dead letter again.
   *
   * @param when it is due; null for now
   * @param maxAttempts how often at most, if it is an acknowledged job; null keeps the job's own
   *     number
   * @param expiresMs epoch milliseconds; {@link JobTimes#NEVER} for none
   */
  record Kick(
      JobId id,
      @Nullable Long ifVersion,
      @Nullable When when,
      @Nullable Integer maxAttempts,
      long expiresMs)
      implements Change {
    /** A kick for now, with the job's own number of attempts and without an expiry. */
    public Kick(JobId id, @Nullable Long ifVersion) {
      this(id, ifVersion, null, null, JobTimes.NEVER);
    }
  }

  /** Drops a dead letter. */
  record Discard(JobId id, @Nullable Long ifVersion) implements Change {}

  /** Report of a worker on the attempt that it works on. */
  sealed interface Feedback extends Command {
    /** The attempt that the report is about. */
    Claim claim();
  }

  /**
   * Reserves the attempt.
   *
   * @param leaseMs how long it may take from now on; null for the job's own lease
   */
  record Reserve(JobId id, Claim claim, @Nullable Long leaseMs) implements Feedback {}

  /**
   * The job is done.
   *
   * @param result to be kept for a while, at most {@value EndedJob#RESULT_BYTES} bytes; null for
   *     nothing
   * @param note on the attempt; null for none
   */
  record Finish(JobId id, Claim claim, byte @Nullable [] result, @Nullable String note)
      implements Feedback {
    /** A finish without a note. */
    public Finish(JobId id, Claim claim, byte @Nullable [] result) {
      this(id, claim, result, null);
    }
  }

  /**
   * The attempt failed.
   *
   * @param when the next one is due; null for the wait of the job's backoff
   * @param failure what went wrong; null if unknown
   */
  record Release(JobId id, Claim claim, @Nullable When when, @Nullable String failure)
      implements Feedback {}

  /** The worker never began the attempt that it reserved; the attempt does not count. */
  record HandBack(JobId id, Claim claim) implements Feedback {}

  /**
   * Gives the attempt more time.
   *
   * @param leaseMs how long it may take from now on; null for the job's own lease
   */
  record Extend(JobId id, Claim claim, @Nullable Long leaseMs) implements Feedback {}

  /**
   * The job cannot succeed and becomes a dead letter.
   *
   * @param failure what went wrong; null if unknown
   */
  record Bury(JobId id, Claim claim, @Nullable String failure) implements Feedback {}

  /**
   * Identifies the attempt that a worker reports on.
   *
   * @param lease from the delivered record, or from the outcome of its reservation
   * @param attempt its number; null for the attempt that has the lease
   */
  record Claim(String lease, @Nullable Integer attempt) {}
}

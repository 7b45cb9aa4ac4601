package io.delaygate.schemas.command;

import io.delaygate.schemas.contract.JobId;
import io.delaygate.schemas.job.EndedJob;
import io.delaygate.schemas.job.Job;
import io.delaygate.schemas.job.JobTimes;
import io.delaygate.schemas.job.Payload;
import io.delaygate.schemas.job.Policy;
import io.delaygate.schemas.job.Target;
import java.util.List;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/**
 * What a sender wants, already checked for form; whether it can be done is the scheduler's word.
 */
public sealed interface Command {
  /** The job that the command is about. */
  JobId id();

  /**
   * Store a job, or replace the pending one of the same id.
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

  /** Something to do with a job of that id. */
  sealed interface Change extends Command {
    /** The version that the job must have; null for any. */
    @Nullable Long ifVersion();
  }

  /** Drop a pending job. */
  record Cancel(JobId id, @Nullable Long ifVersion) implements Change {}

  /**
   * Change a pending job.
   *
   * @param when the new due time; null keeps it
   * @param value the new payload; null keeps it
   * @param headers the new foreign headers; empty keeps them
   */
  record Reschedule(
      JobId id,
      @Nullable When when,
      byte @Nullable [] value,
      List<Header> headers,
      @Nullable Long ifVersion)
      implements Change {}

  /** Deliver a pending job now. */
  record Fire(JobId id, @Nullable Long ifVersion) implements Change {}

  /**
   * Deliver a dead letter again.
   *
   * @param maxAttempts how often at most, if it is an acknowledged job; null for what it says
   * @param expiresMs epoch milliseconds; {@link JobTimes#NEVER} for none
   */
  record Kick(JobId id, @Nullable Long ifVersion, @Nullable Integer maxAttempts, long expiresMs)
      implements Change {
    /** As often as it says, for ever. */
    public Kick(JobId id, @Nullable Long ifVersion) {
      this(id, ifVersion, null, JobTimes.NEVER);
    }
  }

  /** Drop a dead letter. */
  record Discard(JobId id, @Nullable Long ifVersion) implements Change {}

  /** What a worker has to say of the attempt that it works on. */
  sealed interface Feedback extends Command {
    /** Which attempt it speaks of. */
    Claim claim();
  }

  /**
   * Take the attempt.
   *
   * @param leaseMs how long it may take from now on; null for what the job says
   */
  record Reserve(JobId id, Claim claim, @Nullable Long leaseMs) implements Feedback {}

  /**
   * The job is done.
   *
   * @param result to be kept for a while, at most {@value EndedJob#RESULT_BYTES} bytes; null for
   *     nothing
   */
  record Finish(JobId id, Claim claim, byte @Nullable [] result) implements Feedback {}

  /**
   * The attempt failed.
   *
   * @param when the next one is due; null for what the job's backoff says
   * @param failure what went wrong; null for nothing to say
   */
  record Release(JobId id, Claim claim, @Nullable When when, @Nullable String failure)
      implements Feedback {}

  /** The attempt that was reserved was never begun, and counts for nothing. */
  record HandBack(JobId id, Claim claim) implements Feedback {}

  /**
   * Give the attempt more time.
   *
   * @param leaseMs how long it may take from now on; null for what the job says
   */
  record Extend(JobId id, Claim claim, @Nullable Long leaseMs) implements Feedback {}

  /**
   * The job is beyond help.
   *
   * @param failure what went wrong; null for nothing to say
   */
  record Bury(JobId id, Claim claim, @Nullable String failure) implements Feedback {}

  /**
   * Which attempt a worker speaks of.
   *
   * @param lease as the delivered record or the outcome of its reservation said
   * @param attempt its number; null for whichever has the lease
   */
  record Claim(String lease, @Nullable Integer attempt) {}
}

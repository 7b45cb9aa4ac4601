package io.delaygate.schemas.job;

import io.delaygate.schemas.contract.JobId;
import io.delaygate.schemas.contract.ReasonCode;
import org.jspecify.annotations.Nullable;

/**
 * What is kept of a job for a while after its end: enough to answer for it, not to deliver it.
 *
 * @param version the version that it had
 * @param createdMs when it was stored first, epoch milliseconds
 * @param dueMs when it was due, epoch milliseconds
 * @param endedMs when it ended, epoch milliseconds
 * @param topic where it was to be delivered
 * @param reason why it was dead; null for one that was not
 * @param attempts how it was delivered, if it was an acknowledged one
 * @param result what who finished it had to say, at most {@value #RESULT_BYTES} bytes; null for
 *     nothing
 */
public record EndedJob(
    JobId id,
    EndState state,
    long version,
    long createdMs,
    long dueMs,
    long endedMs,
    String topic,
    @Nullable ReasonCode reason,
    Attempts attempts,
    byte @Nullable [] result)
    implements KnownJob {
  /** A status or an address; what is larger belongs into a topic. */
  public static final int RESULT_BYTES = 1024;

  /** A job that ended now, with nothing to say. */
  public static EndedJob of(Job job, EndState state, long nowMs) {
    return of(job, state, null, nowMs);
  }

  /** A job that ended now. */
  public static EndedJob of(Job job, EndState state, byte @Nullable [] result, long nowMs) {
    var times = job.times();
    var death = job.death();
    var how = state == EndState.DONE ? AttemptEnd.FINISHED : AttemptEnd.WITHDRAWN;
    return new EndedJob(
        job.id(),
        state,
        job.version(),
        times.createdMs(),
        times.dueMs(),
        nowMs,
        job.target().topic(),
        death == null ? null : death.reason(),
        job.attempts().ended(how, null, nowMs),
        result);
  }

  /** The lease that ran last, as {@link Job#lease} was. */
  public String lease() {
    return Job.lease(createdMs, attempts);
  }
}

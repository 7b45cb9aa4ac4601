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
 * @param reason why it is {@link EndState#DEAD}; null for every other end
 */
public record EndedJob(
    JobId id,
    EndState state,
    long version,
    long createdMs,
    long dueMs,
    long endedMs,
    String topic,
    @Nullable ReasonCode reason)
    implements KnownJob {

  /** A job that ended now, for any reason but death. */
  public static EndedJob of(Job job, EndState state, long nowMs) {
    return of(job, state, nowMs, null);
  }

  /** A job that cannot be delivered. */
  public static EndedJob dead(Job job, ReasonCode reason, long nowMs) {
    return of(job, EndState.DEAD, nowMs, reason);
  }

  private static EndedJob of(Job job, EndState state, long nowMs, @Nullable ReasonCode reason) {
    var times = job.times();
    return new EndedJob(
        job.id(),
        state,
        job.version(),
        times.createdMs(),
        times.dueMs(),
        nowMs,
        job.target().topic(),
        reason);
  }
}

package io.delaygate.schemas.job;

import io.delaygate.schemas.contract.JobEvent;
import io.delaygate.schemas.contract.JobId;
import io.delaygate.schemas.contract.ReasonCode;
import org.jspecify.annotations.Nullable;

/**
 * History entry of a job after its end: enough to answer questions about it, not to deliver it.
 *
 * @param version the version that it had
 * @param createdMs when it was stored first, epoch milliseconds
 * @param dueMs when it was due, epoch milliseconds
 * @param endedMs when it ended, epoch milliseconds
 * @param topic where it was to be delivered
 * @param reason why it was a dead letter; null if it was not
 * @param attempts its deliveries, if it was an acknowledged job
 * @param result result that the worker gave with finish, at most {@value #RESULT_BYTES} bytes; null
 *     for none
 * @param changes that the job kept of itself, its end included
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
    byte @Nullable [] result,
    JobChanges changes)
    implements KnownJob {
  /** Enough for a status or an address; a larger result belongs into a topic. */
  public static final int RESULT_BYTES = 1024;

  /** The entry of a job that ended now, without a result. */
  public static EndedJob of(Job job, EndState state, long nowMs) {
    return of(job, state, null, nowMs);
  }

  /** The entry of a job that ended now, without a note. */
  public static EndedJob of(Job job, EndState state, byte @Nullable [] result, long nowMs) {
    return of(job, state, result, null, nowMs);
  }

  /**
   * The entry of a job that ended now.
   *
   * @param note of the worker on the attempt that it finished; null for none
   */
  public static EndedJob of(
      Job job, EndState state, byte @Nullable [] result, @Nullable String note, long nowMs) {
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
        job.attempts().ended(how, note, nowMs),
        result,
        job.changes());
  }

  /** The same entry with one more change to keep. */
  public EndedJob noting(JobChange change) {
    var noted = changes.and(change);
    return noted.equals(changes)
        ? this
        : new EndedJob(
            id, state, version, createdMs, dueMs, endedMs, topic, reason, attempts, result, noted);
  }

  /**
   * Author of its end; null for an entry of a version that did not keep it. Deliveries and expiry
   * are the scheduler's.
   */
  public @Nullable Actor endedBy() {
    return switch (state) {
      case DELIVERED, EXPIRED -> Actor.SCHEDULER;
      case DONE, CANCELLED, DISCARDED, DEAD -> changes.lastBy(JobEvent.valueOf(state.name()));
    };
  }

  /** The last lease, in the form of {@link Job#lease}. */
  public String lease() {
    return Job.lease(createdMs, attempts);
  }
}

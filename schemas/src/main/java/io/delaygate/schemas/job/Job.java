package io.delaygate.schemas.job;

import io.delaygate.schemas.contract.JobId;

/**
 * One delayed message as the scheduler keeps it.
 *
 * @param id unique; the same id means the same job
 * @param state where it is in its life
 * @param version 1 when scheduled, one more with each change
 * @param times when it was scheduled, is due, and needs attention next
 */
public record Job(
    JobId id,
    JobState state,
    long version,
    JobTimes times,
    Target target,
    Payload payload,
    Policy policy)
    implements KnownJob {

  /** A new job. */
  public static Job scheduled(
      JobId id, JobTimes times, Target target, Payload payload, Policy policy) {
    return new Job(id, JobState.SCHEDULED, 1, times, target, payload, policy);
  }

  /** This job in the place of another of the same id, whose version it follows. */
  public Job succeeding(Job replaced) {
    return new Job(id, state, replaced.version + 1, times, target, payload, policy);
  }

  /** The same job, due at another time; leaves a parked job scheduled again. */
  public Job dueAt(long dueMs) {
    return changed(payload, times(dueMs));
  }

  /** The times that this job would have if it were due at another time, epoch milliseconds. */
  public JobTimes times(long dueMs) {
    return times.dueAt(dueMs);
  }

  /** The same job with another payload and other times; unchanged times leave it parked. */
  public Job changed(Payload newPayload, JobTimes newTimes) {
    var newState = newTimes.equals(times) ? state : JobState.SCHEDULED;
    return new Job(id, newState, version + 1, newTimes, target, newPayload, policy);
  }

  /**
   * The same job, waiting for its target.
   *
   * @param untilMs when the wait ends at the latest, epoch milliseconds
   */
  public Job parked(long untilMs) {
    return new Job(
        id, JobState.PARKED, version + 1, times.wakeAt(untilMs), target, payload, policy);
  }
}

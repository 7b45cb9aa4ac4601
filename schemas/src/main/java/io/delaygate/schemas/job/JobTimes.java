package io.delaygate.schemas.job;

/**
 * Times of a job, epoch milliseconds.
 *
 * @param createdMs when the scheduler stored it first, or later: {@link Job#succeeding}
 * @param dueMs when it or its next attempt is due; it is never delivered earlier
 * @param wakeMs when the scheduler must act on it next: at its due time, or at the end of its
 *     parking or lease; for a dead letter, when it became one; {@link #NEVER} for a job that is
 *     ready in its queue
 * @param expiresMs it is never delivered later; {@link #NEVER} for none
 */
public record JobTimes(long createdMs, long dueMs, long wakeMs, long expiresMs) {
  /** The expiry of a job without one. */
  public static final long NEVER = Long.MAX_VALUE;

  /** Times of a job that sleeps until it is due and does not expire. */
  public static JobTimes due(long createdMs, long dueMs) {
    return new JobTimes(createdMs, dueMs, dueMs, NEVER);
  }

  /** The same times with an expiry. */
  public JobTimes expiring(long ms) {
    return new JobTimes(createdMs, dueMs, wakeMs, ms);
  }

  JobTimes createdNoSoonerThan(long ms) {
    return new JobTimes(Math.max(createdMs, ms), dueMs, wakeMs, expiresMs);
  }

  JobTimes dueAt(long ms) {
    return new JobTimes(createdMs, ms, ms, expiresMs);
  }

  JobTimes wakeAt(long ms) {
    return new JobTimes(createdMs, dueMs, ms, expiresMs);
  }

  /** Wakes at the end of a lease, or when the job expires, if that is sooner. */
  JobTimes leasedUntil(long ms) {
    return wakeAt(expiresMs == NEVER ? ms : Math.min(ms, expiresMs + 1));
  }
}

package io.delaygate.schemas.job;

/**
 * The times of a job, epoch milliseconds.
 *
 * @param createdMs when the scheduler stored it first, or later: {@link Job#succeeding}
 * @param dueMs when it is due, or its next attempt; it never leaves earlier
 * @param wakeMs when something must happen to it next: its due time, the end of its parking or of
 *     its lease; of a dead letter, when it became one; {@link #NEVER} of one that is ready in its
 *     queue
 * @param expiresMs it never leaves later; {@link #NEVER} for none
 */
public record JobTimes(long createdMs, long dueMs, long wakeMs, long expiresMs) {
  /** The expiry of a job that has none. */
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

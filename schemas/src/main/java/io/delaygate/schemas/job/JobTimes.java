package io.delaygate.schemas.job;

/**
 * The times of a job, epoch milliseconds.
 *
 * @param createdMs when the scheduler stored it first
 * @param dueMs when it is due; it never leaves earlier
 * @param wakeMs when something must happen to it next: its due time, or the end of its parking
 */
public record JobTimes(long createdMs, long dueMs, long wakeMs) {
  /** Times of a job that sleeps until it is due. */
  public static JobTimes due(long createdMs, long dueMs) {
    return new JobTimes(createdMs, dueMs, dueMs);
  }

  JobTimes wakeAt(long ms) {
    return new JobTimes(createdMs, dueMs, ms);
  }
}

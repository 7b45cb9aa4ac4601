package io.delaygate.scheduler.store;

import io.delaygate.schemas.job.JobState;
import org.jspecify.annotations.Nullable;

/**
 * Which jobs are asked for; all conditions hold for each of them.
 *
 * @param topic the target topic; null for any
 * @param state null for any pending one
 * @param dueFromMs due at this time or later, epoch milliseconds; 0 for any
 * @param dueToMs due before this, epoch milliseconds; {@link Long#MAX_VALUE} for any
 * @param idPrefix what ids begin with; empty for any
 */
public record JobFilter(
    @Nullable String topic,
    @Nullable JobState state,
    long dueFromMs,
    long dueToMs,
    String idPrefix) {
  /** Every pending job. */
  public static final JobFilter ALL = new JobFilter(null, null, 0, Long.MAX_VALUE, "");

  boolean takes(JobState asked) {
    return state == null ? asked.isPending() : state == asked;
  }
}

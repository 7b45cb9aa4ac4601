package io.delaygate.scheduler.history;

import io.delaygate.scheduler.store.JobTable;
import io.delaygate.schemas.contract.JobId;
import io.delaygate.schemas.job.EndedJob;
import io.delaygate.schemas.job.KnownJob;
import org.jspecify.annotations.Nullable;

/**
 * How the jobs of one task ended: kept in the place of the job, found while the retention lasts,
 * and then swept out in small steps, so that a burst of ends does not become a burst of work that
 * holds up deliveries. For the task's thread only.
 */
public final class JobHistory {
  /** Ends of so long are swept together: a step costs a seek, and a task's part of a commit. */
  private static final long LAG_MS = 1_000;

  /** Between two steps while more is left. */
  private static final long STEP_MS = 20;

  /** What one step forgets at least: half a millisecond's work, and 3,200 jobs a second. */
  private static final int STEP_JOBS = 64;

  /** What one step forgets besides, where so much ends all the time: some 8 ms. */
  private static final int KEEP_UP_JOBS = 1_000;

  private final JobTable table;
  private final Retention retention;
  private long notBeforeMs;
  private int earned;

  /** A history in the task's table. */
  public JobHistory(JobTable table, Retention retention) {
    this.table = table;
    this.retention = retention;
  }

  /** What is known of an id, null for nothing. */
  public @Nullable KnownJob find(JobId id, long nowMs) {
    return retention.seen(table.get(id), nowMs);
  }

  /**
   * Takes a job out of the pending ones.
   *
   * @param isStored whether the table has it; else it ended as soon as it came
   */
  public void add(EndedJob job, boolean isStored) {
    if (!retention.isNone()) {
      table.put(job);
      earned = Math.min(earned + 2, KEEP_UP_JOBS);
    } else if (isStored) {
      table.remove(job.id());
    }
  }

  /**
   * When {@link #sweep} has something to do next, epoch milliseconds; {@link Long#MAX_VALUE} for
   * never.
   */
  public long nextSweepMs() {
    var first = table.firstEndedMs();
    return first == Long.MAX_VALUE ? first : Math.max(notBeforeMs, retention.endOf(first) + LAG_MS);
  }

  /**
   * Forgets some of what is past its retention: a few, and twice what ended since the last time.
   */
  public void sweep(long nowMs) {
    if (nextSweepMs() <= nowMs) {
      table.removeEnded(retention.startAt(nowMs), STEP_JOBS + earned);
      earned = 0;
      notBeforeMs = nowMs + STEP_MS;
    }
  }
}

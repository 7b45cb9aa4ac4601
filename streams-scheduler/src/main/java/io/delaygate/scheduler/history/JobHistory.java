package io.delaygate.scheduler.history;

import io.delaygate.scheduler.store.JobTable;
import io.delaygate.schemas.contract.JobId;
import io.delaygate.schemas.job.EndedJob;
import io.delaygate.schemas.job.KnownJob;
import org.jspecify.annotations.Nullable;

/**
 * History of the ended jobs of one task: each entry replaces its job in the store and is found
 * during the retention. Expired entries are removed in small steps, so that a burst of ends does
 * not become a burst of work that delays deliveries. For the task's thread only.
 */
public final class JobHistory {
  /**
   * Entries of this time are removed together: a step costs a seek, and a task's part of a commit.
   */
  private static final long LAG_MS = 1_000;

  /** Time between two steps while more entries are left. */
  private static final long STEP_MS = 20;

  /**
   * Smallest number of entries that one step removes: half a millisecond of work, and 3,200 jobs a
   * second.
   */
  private static final int STEP_JOBS = 64;

  /**
   * Largest number that one step removes besides, while jobs end at a high rate: some 8 ms of work.
   */
  private static final int KEEP_UP_JOBS = 1_000;

  private final JobTable table;
  private final Retention retention;
  private long notBeforeMs;
  private int earned;

  /** Creates a history in the task's table. */
  public JobHistory(JobTable table, Retention retention) {
    this.table = table;
    this.retention = retention;
  }

  /** The job of an id, pending or ended; null if not known. */
  public @Nullable KnownJob find(JobId id, long nowMs) {
    return retention.seen(table.get(id), nowMs);
  }

  /**
   * Replaces a pending job by its history entry, or removes it if no history is kept.
   *
   * @param isStored whether the table has the job; otherwise it ended as soon as it came
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
   * Next time when {@link #sweep} has work, epoch milliseconds; {@link Long#MAX_VALUE} for never.
   */
  public long nextSweepMs() {
    var first = table.firstEndedMs();
    return first == Long.MAX_VALUE ? first : Math.max(notBeforeMs, retention.endOf(first) + LAG_MS);
  }

  /**
   * Removes some of the expired entries: a few, and twice as many as jobs ended since the last
   * time.
   */
  public void sweep(long nowMs) {
    if (nextSweepMs() <= nowMs) {
      table.removeEnded(retention.startAt(nowMs), STEP_JOBS + earned);
      earned = 0;
      notBeforeMs = nowMs + STEP_MS;
    }
  }
}

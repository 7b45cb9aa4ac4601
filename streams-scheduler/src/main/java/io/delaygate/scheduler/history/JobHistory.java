package io.delaygate.scheduler.history;

import io.delaygate.scheduler.store.HistoryCount;
import io.delaygate.scheduler.store.JobTable;
import io.delaygate.schemas.contract.JobId;
import io.delaygate.schemas.job.EndedJob;
import io.delaygate.schemas.job.KnownJob;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * History of the ended jobs of one task: each entry replaces its job in the store and is found
 * during the retention. Expired entries, and the oldest ones while all pass the bound of bytes, are
 * removed in small steps, so that a burst of ends does not become a burst of work that delays
 * deliveries. For the task's thread only.
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

  /** Largest number that one step removes. */
  private static final int STEP_MAX = STEP_JOBS + KEEP_UP_JOBS;

  private final JobTable table;
  private final Retention retention;
  private final LongConsumer onCut;
  private long notBeforeMs;
  private int earned;
  private long sweptBytes;

  /**
   * Creates a history in the task's table.
   *
   * @param onCut gets the number of entries that were removed for the bound of bytes
   */
  public JobHistory(JobTable table, Retention retention, LongConsumer onCut) {
    this.table = table;
    this.retention = retention;
    this.onCut = onCut;
    this.sweptBytes = table.history().bytes();
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
    if (retention.excess(table.history()) > 0) {
      return notBeforeMs;
    }
    var first = table.firstEndedMs();
    return first == Long.MAX_VALUE ? first : Math.max(notBeforeMs, retention.endOf(first) + LAG_MS);
  }

  /**
   * Removes some of the expired entries: a few, and twice as many as jobs ended since the last
   * time. Then the same for the bound of bytes.
   */
  public void sweep(long nowMs) {
    if (nextSweepMs() <= nowMs) {
      var before = table.history();
      table.removeEnded(retention.startAt(nowMs), STEP_JOBS + earned);
      cut(before);
      earned = 0;
      sweptBytes = table.history().bytes();
      notBeforeMs = nowMs + STEP_MS;
    }
  }

  /**
   * Removes the oldest entries, whatever their age, until the others are within the bound of bytes:
   * a few, and more while these are not twice the bytes that came since the last step, up to the
   * largest step. So the excess shrinks even where new entries are larger than old ones.
   *
   * @param before entries at the begin of the step
   */
  private void cut(HistoryCount before) {
    var first = table.history();
    var wanted = 2 * (before.bytes() - sweptBytes);
    var count = first;
    var next = STEP_JOBS + earned - (int) (before.entries() - first.entries());
    while (next > 0 && retention.excess(count) > 0) {
      table.removeEndedBytes(retention.excess(count), next);
      var isNothingLeft = table.history().equals(count);
      count = table.history();
      var removed = (int) (before.entries() - count.entries());
      var isBehind = before.bytes() - count.bytes() < wanted;
      next = isBehind && !isNothingLeft ? Math.min(STEP_JOBS, STEP_MAX - removed) : 0;
    }
    if (count.entries() < first.entries()) {
      onCut.accept(first.entries() - count.entries());
    }
  }
}

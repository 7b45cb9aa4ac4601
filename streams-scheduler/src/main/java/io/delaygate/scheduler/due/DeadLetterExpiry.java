package io.delaygate.scheduler.due;

import io.delaygate.scheduler.effects.EffectApplier;
import io.delaygate.scheduler.store.JobTable;
import java.time.Duration;

/**
 * Retention of the dead letters of one task: expired ones are removed in small steps, since they
 * may have come in one burst. For the task's thread only.
 */
public final class DeadLetterExpiry {
  /** Time between two steps while more letters are left. */
  private static final long STEP_MS = 20;

  /**
   * Number of letters that one step drops: some two milliseconds of work, and 3,200 letters a
   * second.
   */
  private static final int STEP_LETTERS = 64;

  private final JobTable table;
  private final EffectApplier effects;
  private final Duration retention;
  private long notBeforeMs;

  /** Creates the retention over the task's table. */
  public DeadLetterExpiry(JobTable table, EffectApplier effects, Duration retention) {
    this.table = table;
    this.effects = effects;
    this.retention = retention;
  }

  /**
   * Next time when {@link #sweep} has work, epoch milliseconds; {@link Long#MAX_VALUE} for never.
   */
  public long nextSweepMs() {
    var first = table.firstDeadMs();
    return first == Long.MAX_VALUE
        ? first
        : Math.max(notBeforeMs, first + retention.toMillis() + 1);
  }

  /** Drops some of the letters that are past their retention. */
  public void sweep(long nowMs) {
    if (nextSweepMs() <= nowMs) {
      var beforeMs = nowMs - retention.toMillis();
      table.takeDead(beforeMs, STEP_LETTERS).forEach(dead -> effects.forget(dead, nowMs));
      notBeforeMs = nowMs + STEP_MS;
    }
  }
}

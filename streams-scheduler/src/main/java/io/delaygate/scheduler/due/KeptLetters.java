package io.delaygate.scheduler.due;

import io.delaygate.scheduler.effects.EffectApplier;
import io.delaygate.scheduler.store.JobTable;
import java.time.Duration;

/**
 * The dead letters of one task, kept until a command or the end of their retention removes them;
 * then in small steps, as they may have come in one burst. For the task's thread only.
 */
public final class KeptLetters {
  /** Between two steps while more is left. */
  private static final long STEP_MS = 20;

  /** What one step drops: some two milliseconds' work, and 3,200 letters a second. */
  private static final int STEP_LETTERS = 64;

  private final JobTable table;
  private final EffectApplier effects;
  private final Duration retention;
  private long notBeforeMs;

  /** The letters in the task's table. */
  public KeptLetters(JobTable table, EffectApplier effects, Duration retention) {
    this.table = table;
    this.effects = effects;
    this.retention = retention;
  }

  /**
   * When {@link #sweep} has something to do next, epoch milliseconds; {@link Long#MAX_VALUE} for
   * never.
   */
  public long nextSweepMs() {
    var first = table.firstDeadMs();
    return first == Long.MAX_VALUE
        ? first
        : Math.max(notBeforeMs, first + retention.toMillis() + 1);
  }

  /** Drops some of what is past its retention. */
  public void sweep(long nowMs) {
    if (nextSweepMs() <= nowMs) {
      var beforeMs = nowMs - retention.toMillis();
      table.takeDead(beforeMs, STEP_LETTERS).forEach(dead -> effects.forget(dead, nowMs));
      notBeforeMs = nowMs + STEP_MS;
    }
  }
}

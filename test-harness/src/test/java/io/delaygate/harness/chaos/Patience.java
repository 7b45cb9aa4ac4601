package io.delaygate.harness.chaos;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Limit of the wait for missing records: the wait continues while records arrive, because late is
 * not lost, and a busy machine is slow. It has an absolute limit, because a fault may let a job
 * come again and again. For one thread.
 */
final class Patience {
  /** Longer than the time-outs of sessions and transactions and a rebalance together. */
  static final Duration SILENCE = Duration.ofSeconds(60);

  static final Duration MOST = Duration.ofMinutes(10);

  private final LongSupplier ticker;
  private final long beginNanos;
  private long movedNanos;
  private int records;

  /** Starts the wait, with a ticker of monotonic nanoseconds. */
  Patience(LongSupplier ticker) {
    this.ticker = ticker;
    beginNanos = ticker.getAsLong();
    movedNanos = beginNanos;
  }

  /** Whether to stop waiting, given the present number of records. */
  boolean isOver(int recordsNow) {
    var now = ticker.getAsLong();
    if (recordsNow != records) {
      records = recordsNow;
      movedNanos = now;
    }
    return now - movedNanos > SILENCE.toNanos() || now - beginNanos > MOST.toNanos();
  }
}

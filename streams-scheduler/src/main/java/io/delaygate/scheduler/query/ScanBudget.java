package io.delaygate.scheduler.query;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Budget of entries and time for the scan of one request. It allows at least one entry, so that a
 * caller that asks again comes to an end. For one thread.
 */
final class ScanBudget {
  private final LongSupplier ticker;
  private final long deadlineNanos;
  private long left;
  private boolean begun;

  /**
   * A budget that begins now.
   *
   * @param ticker monotonic nanoseconds
   */
  ScanBudget(long entries, Duration time, LongSupplier ticker) {
    this.ticker = ticker;
    this.left = entries;
    this.deadlineNanos = ticker.getAsLong() + time.toNanos();
  }

  /** Whether that many entries more may be looked at. */
  boolean take(int entries) {
    if (begun && (left <= 0 || ticker.getAsLong() - deadlineNanos >= 0)) {
      return false;
    }
    begun = true;
    left -= entries;
    return true;
  }
}

package io.delaygate.scheduler.due;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * How much one run may do, in jobs and in time, so that a burst in one partition neither starves
 * its neighbours nor outlasts the transaction. Time comes from a monotonic ticker, since the Kafka
 * Streams clock stands still during a punctuation.
 */
final class Budget {
  private final LongSupplier ticker;
  private final long deadlineNanos;
  private int left;

  Budget(Slice slice, LongSupplier ticker) {
    this.ticker = ticker;
    this.left = slice.jobs();
    this.deadlineNanos = ticker.getAsLong() + slice.time().toNanos();
  }

  boolean isSpent() {
    return left <= 0 || ticker.getAsLong() - deadlineNanos >= 0;
  }

  void spendOne() {
    left--;
  }

  /**
   * The size of a run.
   *
   * @param jobs at least 1
   * @param time well below the transaction time-out
   */
  record Slice(int jobs, Duration time) {}
}

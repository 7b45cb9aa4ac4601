package io.delaygate.scheduler.due;

import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * Budget of one run of the due engine, in jobs, bytes and time, so that a burst in one partition
 * neither starves the other partitions nor outlasts the transaction. Time comes from a monotonic
 * ticker, since the Kafka Streams clock stands still during a punctuation.
 */
final class DueRunBudget {
  private final LongSupplier ticker;
  private final BooleanSupplier isFull;
  private final long deadlineNanos;
  private int left;

  /**
   * Creates a budget for a run that begins now.
   *
   * @param isFull whether the transaction should not grow any more
   */
  DueRunBudget(Slice slice, LongSupplier ticker, BooleanSupplier isFull) {
    this.ticker = ticker;
    this.isFull = isFull;
    this.left = slice.jobs();
    this.deadlineNanos = ticker.getAsLong() + slice.time().toNanos();
  }

  boolean isSpent() {
    return left <= 0 || isFull.getAsBoolean() || ticker.getAsLong() - deadlineNanos >= 0;
  }

  void spendOne() {
    left--;
  }

  /**
   * Size of a run.
   *
   * @param jobs at least 1
   * @param time well below the transaction time-out
   */
  record Slice(int jobs, Duration time) {}
}

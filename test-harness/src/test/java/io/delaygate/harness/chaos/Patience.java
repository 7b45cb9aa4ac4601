package io.delaygate.harness.chaos;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * How long a run waits for what is missing: while anything still comes, as late is not lost, and a
 * machine that has more to do takes its time. Not for ever: a fault may make a job come again and
 * again. One thread only.
 */
final class Patience {
  /** More than time-outs of sessions and transactions and a rebalance take together. */
  static final Duration SILENCE = Duration.ofSeconds(60);

  static final Duration MOST = Duration.ofMinutes(10);

  private final LongSupplier ticker;
  private final long beginNanos;
  private long movedNanos;
  private int records;

  /** It begins now, by a ticker of monotonic nanoseconds. */
  Patience(LongSupplier ticker) {
    this.ticker = ticker;
    beginNanos = ticker.getAsLong();
    movedNanos = beginNanos;
  }

  /** Whether there is no use in waiting any longer, now that so many records are there. */
  boolean isOver(int recordsNow) {
    var now = ticker.getAsLong();
    if (recordsNow != records) {
      records = recordsNow;
      movedNanos = now;
    }
    return now - movedNanos > SILENCE.toNanos() || now - beginNanos > MOST.toNanos();
  }
}

package io.delaygate.service.shutdown;

import java.time.Duration;
import java.util.function.LongSupplier;

/** Moment by which something is to be over. Thread-safe. */
public final class Deadline {
  private final long atNanos;
  private final LongSupplier ticker;

  private Deadline(long atNanos, LongSupplier ticker) {
    this.atNanos = atNanos;
    this.ticker = ticker;
  }

  /**
   * A moment that is so far away.
   *
   * @param ticker monotonic nanoseconds
   */
  public static Deadline in(Duration time, LongSupplier ticker) {
    return new Deadline(ticker.getAsLong() + time.toNanos(), ticker);
  }

  /** Time that is left; zero when it is over. */
  public Duration left() {
    return Duration.ofNanos(Math.max(0, atNanos - ticker.getAsLong()));
  }

  /** This one, or a sooner one that is so far away. */
  public Deadline atMost(Duration time) {
    return left().compareTo(time) <= 0 ? this : in(time, ticker);
  }
}

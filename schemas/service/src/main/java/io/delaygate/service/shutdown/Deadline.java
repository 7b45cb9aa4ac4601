package io.delaygate.service.shutdown;

import java.time.Duration;
import java.util.function.LongSupplier;

/** Deadline on a monotonic clock. Thread-safe. */
public final class Deadline {
  private final long atNanos;
  private final LongSupplier ticker;

  private Deadline(long atNanos, LongSupplier ticker) {
    this.atNanos = atNanos;
    this.ticker = ticker;
  }

  /**
   * A deadline after a duration.
   *
   * @param ticker monotonic nanoseconds
   */
  public static Deadline in(Duration time, LongSupplier ticker) {
    return new Deadline(ticker.getAsLong() + time.toNanos(), ticker);
  }

  /** The remaining time; zero after the deadline. */
  public Duration left() {
    return Duration.ofNanos(Math.max(0, atNanos - ticker.getAsLong()));
  }

  /** The earlier of this deadline and one after a duration. */
  public Deadline atMost(Duration time) {
    return left().compareTo(time) <= 0 ? this : in(time, ticker);
  }
}

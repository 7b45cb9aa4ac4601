package io.delaygate.scheduler.control;

/**
 * How often something happened within a window that ends now, to a tenth of the window; what lies
 * nine tenths back or less is counted for sure.
 */
final class SlidingCount {
  private static final int PARTS = 10;

  private final long[] counts = new long[PARTS];
  private final long partMs;
  private long newest;

  /**
   * A count of nothing.
   *
   * @param windowMs at least 10
   */
  SlidingCount(long windowMs) {
    this.partMs = windowMs / PARTS;
  }

  /** It happened. */
  void add(long nowMs) {
    forget(nowMs);
    counts[(int) (newest % PARTS)]++;
  }

  /** How often it happened. */
  long sum(long nowMs) {
    forget(nowMs);
    var sum = 0L;
    for (var count : counts) {
      sum += count;
    }
    return sum;
  }

  /** A clock that was set back stands still here. */
  private void forget(long nowMs) {
    var part = Math.max(newest, nowMs / partMs);
    for (var i = Math.max(newest + 1, part - PARTS + 1); i <= part; i++) {
      counts[(int) (i % PARTS)] = 0;
    }
    newest = part;
  }
}

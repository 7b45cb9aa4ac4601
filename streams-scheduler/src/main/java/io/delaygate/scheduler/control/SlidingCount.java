package io.delaygate.scheduler.control;

/**
 * Sliding-window event counter, exact to a tenth of the window: events of the last nine tenths are
 * always counted.
 */
final class SlidingCount {
  private static final int PARTS = 10;

  private final long[] counts = new long[PARTS];
  private final long partMs;
  private long newest;

  /**
   * Creates a counter at zero.
   *
   * @param windowMs at least 10
   */
  SlidingCount(long windowMs) {
    this.partMs = windowMs / PARTS;
  }

  /** Counts an event. */
  void add(long nowMs) {
    forget(nowMs);
    counts[(int) (newest % PARTS)]++;
  }

  /** Number of events in the window. */
  long sum(long nowMs) {
    forget(nowMs);
    var sum = 0L;
    for (var count : counts) {
      sum += count;
    }
    return sum;
  }

  /** Clears expired parts of the window. After the clock was set back, time stands still here. */
  private void forget(long nowMs) {
    var part = Math.max(newest, nowMs / partMs);
    for (var i = Math.max(newest + 1, part - PARTS + 1); i <= part; i++) {
      counts[(int) (i % PARTS)] = 0;
    }
    newest = part;
  }
}

package io.delaygate.harness.chaos;

/**
 * Greatest deviations of the schedulers' clocks from the real time so far.
 *
 * @param mostAheadMs of any clock, 0 or more
 * @param mostBehindMs of any clock, 0 or more
 */
record Clocks(long mostAheadMs, long mostBehindMs) {
  static final Clocks RIGHT = new Clocks(0, 0);

  /** The deviations after a clock step to this time after the real one. */
  Clocks after(long aheadMs) {
    return new Clocks(Math.max(mostAheadMs, aheadMs), Math.max(mostBehindMs, -aheadMs));
  }
}

package io.delaygate.harness.chaos;

/**
 * How far the clocks of the schedulers were from the real time, so far.
 *
 * @param mostAheadMs of any of them, 0 or more
 * @param mostBehindMs of any of them, 0 or more
 */
record Clocks(long mostAheadMs, long mostBehindMs) {
  static final Clocks RIGHT = new Clocks(0, 0);

  /** The same after a step to so many milliseconds after the real time. */
  Clocks after(long aheadMs) {
    return new Clocks(Math.max(mostAheadMs, aheadMs), Math.max(mostBehindMs, -aheadMs));
  }
}

package io.delaygate.scheduler.clock;

/**
 * Timestamps of one record that a broker acknowledged, epoch milliseconds.
 *
 * @param sentMs time when it was handed to the producer, by this process' clock
 * @param appendedMs time when it was appended, by the broker's clock
 * @param acknowledgedMs time when the acknowledgement arrived, by this process' clock
 */
record ClockSample(long sentMs, long appendedMs, long acknowledgedMs) {
  /**
   * Smallest offset of this process' clock that explains the sample; positive is ahead. The record
   * was appended at a moment between the two times of this process. So a slow sample shows a
   * smaller offset, and never a false one.
   */
  long offsetMs() {
    if (sentMs > appendedMs) {
      return sentMs - appendedMs;
    }
    return Math.min(0, acknowledgedMs - appendedMs);
  }
}

package io.delaygate.scheduler.clock;

/**
 * Times of one record that a broker acknowledged, epoch milliseconds.
 *
 * @param sentMs when it was handed to the producer, by this process' clock
 * @param appendedMs when it was appended, by the broker's clock
 * @param acknowledgedMs when the acknowledgement was here, by this process' clock
 */
record ClockSample(long sentMs, long appendedMs, long acknowledgedMs) {
  /**
   * Offset of this process' clock that the sample proves; positive is ahead. The record was
   * appended at some moment between the two times of this process, so a sample that took long
   * proves less, and never a false offset.
   */
  long offsetMs() {
    if (sentMs > appendedMs) {
      return sentMs - appendedMs;
    }
    return Math.min(0, acknowledgedMs - appendedMs);
  }
}

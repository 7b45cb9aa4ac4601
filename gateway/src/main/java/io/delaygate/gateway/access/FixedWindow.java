package io.delaygate.gateway.access;

import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Fixed time window in which calls are counted: it begins with a call, and the first call after its
 * end begins the next window. Calls that are refused count, too. Thread-safe.
 */
final class FixedWindow {
  private long begunAt;
  private long number;
  private long count;

  /**
   * Counts a call.
   *
   * @param now monotonic nanoseconds
   * @param seconds length of the window, 1 or more
   * @param most calls that may be counted in it, 1 or more
   * @return a task that gives the call back; empty when the call is one too many
   */
  synchronized Optional<Runnable> take(long now, long seconds, long most) {
    if (number == 0 || TimeUnit.NANOSECONDS.toSeconds(now - begunAt) >= seconds) {
      begunAt = now;
      number++;
      count = 0;
    }
    count++;
    var counted = number;
    return count > most ? Optional.empty() : Optional.of(() -> giveBack(counted));
  }

  /** Does nothing for a call that an earlier window counted. */
  private synchronized void giveBack(long counted) {
    if (counted == number) {
      count--;
    }
  }
}

package io.delaygate.gateway.access;

import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Fixed window in which calls are counted: it begins with a call, and the first one after its end
 * begins the next. Calls that are refused count, too. Thread-safe.
 */
final class CallWindow {
  private long begunAt;
  private long number;
  private long count;

  /**
   * Counts a call.
   *
   * @param now monotonic nanoseconds
   * @param seconds length of the window, 1 or more
   * @param most calls that may be counted in it, 1 or more
   * @return gives the call back; empty when it is one too many
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

  /** What a window that is over has counted is of no account any more. */
  private synchronized void giveBack(long counted) {
    if (counted == number) {
      count--;
    }
  }
}

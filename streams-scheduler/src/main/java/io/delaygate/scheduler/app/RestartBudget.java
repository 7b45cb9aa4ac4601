package io.delaygate.scheduler.app;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Budget of replaced stream threads. What ends one is not a target's refusal under exactly-once,
 * and a fresh thread heals most of it; what fails again and again is better left to whoever
 * restarts the process, and seen. Thread-safe.
 */
final class RestartBudget {
  private final int most;
  private final Duration within;
  private final Deque<Long> restarts = new ArrayDeque<>();

  /** The usual one: a crash loop of threads uses it up, a broker outage of minutes does not. */
  static RestartBudget usual() {
    return new RestartBudget(20, Duration.ofMinutes(10));
  }

  /** At most so many restarts within so long a time. */
  RestartBudget(int most, Duration within) {
    this.most = most;
    this.within = within;
  }

  /** Whether one more restart is in order, and takes it if so. */
  synchronized boolean take(long nowMs) {
    while (!restarts.isEmpty() && nowMs - restarts.getFirst() >= within.toMillis()) {
      restarts.removeFirst();
    }
    if (restarts.size() >= most) {
      return false;
    }
    restarts.addLast(nowMs);
    return true;
  }
}

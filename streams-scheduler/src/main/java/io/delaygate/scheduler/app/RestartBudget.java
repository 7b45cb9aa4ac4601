package io.delaygate.scheduler.app;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Budget of stream thread replacements: at most a fixed number within a sliding time window. Under
 * exactly-once no refusal of a target ends a thread, and a new thread heals most failures. Repeated
 * failures must be visible, so they end the process, and its supervisor restarts it. Thread-safe.
 */
final class RestartBudget {
  private final int most;
  private final Duration within;
  private final Deque<Long> restarts = new ArrayDeque<>();

  /** Default budget: a crash loop of threads uses it up, a broker outage of minutes does not. */
  static RestartBudget usual() {
    return new RestartBudget(20, Duration.ofMinutes(10));
  }

  /** Creates a budget of at most {@code most} restarts within a time. */
  RestartBudget(int most, Duration within) {
    this.most = most;
    this.within = within;
  }

  /** Takes one restart from the budget; false if none is left. */
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

package io.delaygate.gateway.payload;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Shares of the namespaces in the questions about topics that are not known, second by second. Each
 * may use half of what the others left, so that there is always something left for the next; with
 * many at a time each still has a few. Thread-safe.
 */
final class LookupShares {
  /**
   * Two full requests to the brokers, each of which takes them some tens of milliseconds; and no
   * more names within the minute in which they are remembered than the directory has room for.
   */
  static final int PER_SECOND = 2_000;

  /** More than a namespace asks about in a second that schedules for topics of its own. */
  static final int LEAST = 20;

  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

  private final Map<String, Integer> used = new HashMap<>();
  private long startedAt;
  private int total;

  /**
   * Begins with a full second.
   *
   * @param now monotonic nanoseconds
   */
  LookupShares(long now) {
    this.startedAt = now;
  }

  /**
   * Takes questions out of a namespace's share.
   *
   * @return how many of those that it wanted it may ask
   */
  synchronized int take(String namespace, int wanted, long now) {
    if (now - startedAt >= SECOND) {
      startedAt = now;
      used.clear();
      total = 0;
    }
    var before = used.getOrDefault(namespace, 0);
    var share = Math.max(LEAST, (PER_SECOND - (total - before)) / 2);
    var granted = Math.max(0, Math.min(wanted, share - before));
    used.put(namespace, before + granted);
    total += granted;
    return granted;
  }
}

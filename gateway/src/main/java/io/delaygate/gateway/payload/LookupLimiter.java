package io.delaygate.gateway.payload;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Limiter of the lookups of unknown topics in a second, which the namespaces share. Each namespace
 * may use half of what the others left, so that some lookups are always left for the next one. With
 * many namespaces at a time each still has a few. Thread-safe.
 */
final class LookupLimiter {
  /**
   * Two full requests to the brokers, which take some tens of milliseconds each. The directory
   * remembers names for a minute, and has room for as many as this allows.
   */
  static final int PER_SECOND = 2_000;

  /** More than a namespace needs in a second that schedules for topics of its own. */
  static final int LEAST = 20;

  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

  private final Map<String, Integer> used = new HashMap<>();
  private long startedAt;
  private int total;

  /**
   * Creates full shares.
   *
   * @param now monotonic nanoseconds
   */
  LookupLimiter(long now) {
    this.startedAt = now;
  }

  /**
   * Takes lookups out of a namespace's share.
   *
   * @return how many of the wanted lookups it may make
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

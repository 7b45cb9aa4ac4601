package io.delaygate.gateway.access;

/**
 * Token bucket of a rate limit, which holds the permits of one second, at least one. A group passes
 * as a whole: a group of more than a second's worth passes out of a full bucket, and later ones are
 * refused until the bucket is refilled. Begins full. Thread-safe.
 */
final class TokenBucket {
  private static final double NANOS_PER_SECOND = 1e9;

  private double level = Double.MAX_VALUE;
  private long filledAt;

  /**
   * Takes permits, all or none; a refusal costs nothing.
   *
   * @param now monotonic nanoseconds
   * @param perSecond the rate; it may differ each time, as gateways come and go
   * @param count how many permits, 1 or more
   */
  synchronized boolean take(long now, double perSecond, int count) {
    var most = Math.max(1, perSecond);
    var gained = Math.max(0, now - filledAt) / NANOS_PER_SECOND * perSecond;
    level = Math.min(most, level + gained);
    filledAt = now;
    if (level < Math.min(most, count)) {
      return false;
    }
    level -= count;
    return true;
  }

  /** Gives permits back after another limit refused the call. */
  synchronized void giveBack(int count) {
    level += count;
  }
}

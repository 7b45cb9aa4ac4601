package io.delaygate.gateway.usage;

/**
 * Lets so many pass a second, and a second's worth at once, at least one. Begins full. Thread-safe.
 */
final class TokenBucket {
  private static final double NANOS_PER_SECOND = 1e9;

  private double level = Double.MAX_VALUE;
  private long filledAt;

  /**
   * Lets one pass, or not.
   *
   * @param now monotonic nanoseconds
   * @param perSecond may be another one each time: gateways come and go
   */
  synchronized boolean take(long now, double perSecond) {
    var gained = Math.max(0, now - filledAt) / NANOS_PER_SECOND * perSecond;
    level = Math.min(Math.max(1, perSecond), level + gained);
    filledAt = now;
    if (level < 1) {
      return false;
    }
    level--;
    return true;
  }
}

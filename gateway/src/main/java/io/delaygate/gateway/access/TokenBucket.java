package io.delaygate.gateway.access;

/**
 * Lets so many pass a second, and a second's worth at once, at least one. What comes together
 * passes as a whole: where it is more than a second's worth, out of a full bucket, and what follows
 * waits until it is made up for. Begins full. Thread-safe.
 */
final class TokenBucket {
  private static final double NANOS_PER_SECOND = 1e9;

  private double level = Double.MAX_VALUE;
  private long filledAt;

  /**
   * Lets some pass, all or none; none costs nothing.
   *
   * @param now monotonic nanoseconds
   * @param perSecond may be another one each time: gateways come and go
   * @param count how many come together, 1 or more
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

  /** What was let pass was held up by something else. */
  synchronized void giveBack(int count) {
    level += count;
  }
}

package io.delaygate.schemas.job;

import java.time.Duration;

/**
 * How long to wait before the next attempt.
 *
 * @param initialMs after the first attempt, milliseconds, at least 0
 * @param factor what each wait is multiplied with for the next one, at least 1; 1 for waits of one
 *     length
 * @param maxMs no wait is longer but for its jitter, milliseconds
 * @param jitter up to which fraction of itself a wait is made longer, at random, 0 to 1: jobs that
 *     failed together then do not come back together. Only ever added, so that no wait is shorter
 *     than promised.
 */
public record Backoff(long initialMs, double factor, long maxMs, double jitter) {
  /** Longest wait: an attempt that comes later is a job of its own. */
  public static final Duration LONGEST = Duration.ofDays(365);

  private static final double DEFAULT_JITTER = 0.2;

  /** Checks the bounds. */
  public Backoff {
    if (initialMs < 0 || maxMs < initialMs || maxMs > LONGEST.toMillis()) {
      throw new IllegalArgumentException(
          "a backoff from %d to %d ms is none: 0 <= initial <= max <= %d"
              .formatted(initialMs, maxMs, LONGEST.toMillis()));
    }
    if (!(factor >= 1) || !(jitter >= 0 && jitter <= 1)) {
      throw new IllegalArgumentException(
          "factor %s must be at least 1, and jitter %s from 0 to 1".formatted(factor, jitter));
    }
  }

  /** The same wait after each attempt, and up to a fifth more. */
  public static Backoff fixed(Duration wait) {
    return new Backoff(millis(wait), 1, millis(wait), DEFAULT_JITTER);
  }

  /** Each wait twice as long as the one before, up to a longest one, and up to a fifth more. */
  public static Backoff exponential(Duration initial, Duration max) {
    return new Backoff(millis(initial), 2, millis(max), DEFAULT_JITTER);
  }

  /** Up, since no wait is shorter than said. */
  private static long millis(Duration wait) {
    return wait.plusNanos(999_999).toMillis();
  }

  /** The same with another jitter, see the class. */
  public Backoff withJitter(double fraction) {
    return new Backoff(initialMs, factor, maxMs, fraction);
  }

  /**
   * The wait after an attempt, milliseconds.
   *
   * @param attempt that has failed, counted from 1
   * @param random from 0 inclusive to 1 exclusive
   */
  public long waitMs(int attempt, double random) {
    var grown = Math.min((double) maxMs, initialMs * Math.pow(factor, attempt - 1));
    return (long) Math.ceil(grown * (1 + jitter * random));
  }
}

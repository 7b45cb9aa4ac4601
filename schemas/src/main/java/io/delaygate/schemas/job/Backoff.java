package io.delaygate.schemas.job;

import java.time.Duration;

/**
 * Backoff: waits between the attempts of a job.
 *
 * @param initialMs wait after the first attempt, milliseconds, at least 0
 * @param factor factor from each wait to the next, at least 1; 1 for a fixed wait
 * @param maxMs longest wait without its jitter, milliseconds
 * @param jitter largest fraction of itself that is added to a wait at random, 0 to 1, so that jobs
 *     that failed together do not come back together. It is only added, so that no wait is shorter
 *     than promised.
 */
public record Backoff(long initialMs, double factor, long maxMs, double jitter) {
  /** Longest wait: a later attempt should be a job of its own. */
  public static final Duration LONGEST = Duration.ofDays(365);

  private static final double DEFAULT_JITTER = 0.2;

  /** Checks the bounds. */
  public Backoff {
    if (initialMs < 0 || maxMs < initialMs || maxMs > LONGEST.toMillis()) {
      throw new IllegalArgumentException(
          "the backoff from %d to %d ms is not valid; it must satisfy 0 <= initial <= max <= %d ms"
              .formatted(initialMs, maxMs, LONGEST.toMillis()));
    }
    if (!(factor >= 1) || !(jitter >= 0 && jitter <= 1)) {
      throw new IllegalArgumentException(
          "the backoff's factor %s must be at least 1, and its jitter %s must be from 0 to 1"
              .formatted(factor, jitter));
    }
  }

  /** A fixed wait after each attempt, with up to 20 % jitter. */
  public static Backoff fixed(Duration wait) {
    return new Backoff(millis(wait), 1, millis(wait), DEFAULT_JITTER);
  }

  /** Waits that double up to a maximum, with up to 20 % jitter. */
  public static Backoff exponential(Duration initial, Duration max) {
    return new Backoff(millis(initial), 2, millis(max), DEFAULT_JITTER);
  }

  /** Rounded up, as no wait may be shorter than promised. */
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

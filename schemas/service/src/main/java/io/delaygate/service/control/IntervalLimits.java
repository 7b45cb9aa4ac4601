package io.delaygate.service.control;

/**
 * Limits of a token's successful calls in an interval, as lmstfy's administrators set them.
 *
 * @param reads calls that consume jobs, 0 for any number
 * @param writes calls that publish, 0 for any number; at least one of the two is above 0
 * @param seconds length of the interval, 1 or more; it begins with the first call
 */
public record IntervalLimits(long reads, long writes, long seconds) {
  /** Header of {@code reads}. */
  public static final String READS = "interval-reads";

  /** Header of {@code writes}. */
  public static final String WRITES = "interval-writes";

  /** Header of {@code seconds}. */
  public static final String SECONDS = "interval-seconds";

  /** Checks the bounds. */
  public IntervalLimits {
    if (reads < 0 || writes < 0 || (reads == 0 && writes == 0)) {
      throw new IllegalArgumentException(
          "%s %d and %s %d are not valid; none may be below 0, and one must be above 0"
              .formatted(READS, reads, WRITES, writes));
    }
    if (seconds < 1) {
      throw new IllegalArgumentException(
          "%s %d is not valid; it must be at least 1".formatted(SECONDS, seconds));
    }
  }
}

package io.delaygate.service.control;

/**
 * How many calls of a token may succeed in an interval, as administrators of lmstfy say it.
 *
 * @param reads calls that ask for jobs, 0 for any number
 * @param writes calls that publish, 0 for any number; one of the two is above 0
 * @param seconds length of the interval, 1 or more; it begins with the first call
 */
public record IntervalLimits(long reads, long writes, long seconds) {
  /** Header of the first bound. */
  public static final String READS = "interval-reads";

  /** Header of the second bound. */
  public static final String WRITES = "interval-writes";

  /** Header of the length. */
  public static final String SECONDS = "interval-seconds";

  /** Checks the bounds. */
  public IntervalLimits {
    if (reads < 0 || writes < 0 || (reads == 0 && writes == 0)) {
      throw new IllegalArgumentException(
          "%s %d and %s %d bound nothing".formatted(READS, reads, WRITES, writes));
    }
    if (seconds < 1) {
      throw new IllegalArgumentException("%s %d is below 1".formatted(SECONDS, seconds));
    }
  }
}

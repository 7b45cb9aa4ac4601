package io.delaygate.service.control;

import java.time.Duration;

/**
 * That nothing is delivered to a target for a time.
 *
 * @param sinceMs when it was decided last, epoch milliseconds
 * @param untilMs the first millisecond in which jobs leave again, epoch milliseconds, 0 or more;
 *     {@link #FOR_EVER} when somebody has to say so
 */
public record TargetPause(long sinceMs, long untilMs) {
  /** Header of the end, epoch milliseconds. */
  public static final String UNTIL_MS = "until-ms";

  /** Until it is taken back. */
  public static final long FOR_EVER = Long.MAX_VALUE;

  /** Longer than any maintenance; whoever wants more wants no end. */
  public static final Duration LONGEST = Duration.ofDays(30);

  /** Checks the bounds. */
  public TargetPause {
    if (untilMs < 0) {
      throw new IllegalArgumentException(UNTIL_MS + " " + untilMs + " is negative");
    }
  }

  /** Whether jobs leave again by themselves. */
  public boolean isTimed() {
    return untilMs != FOR_EVER;
  }
}

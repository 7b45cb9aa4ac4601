package io.delaygate.service.control;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Pause of the deliveries to a target.
 *
 * @param sinceMs when it was last set, epoch milliseconds
 * @param untilMs the first millisecond in which jobs are delivered again, epoch milliseconds, 0 or
 *     more; {@link #FOR_EVER} until an operator resumes the target
 * @param by name of the operator; null where the record does not tell
 */
public record TargetPause(long sinceMs, long untilMs, @Nullable String by) {
  /** Header of the end, epoch milliseconds. */
  public static final String UNTIL_MS = "until-ms";

  /** No end: an operator must resume the target. */
  public static final long FOR_EVER = Long.MAX_VALUE;

  /**
   * Longest timed pause, longer than any maintenance; a longer pause must be set without an end.
   */
  public static final Duration LONGEST = Duration.ofDays(30);

  /** A pause by an unknown operator. */
  public TargetPause(long sinceMs, long untilMs) {
    this(sinceMs, untilMs, null);
  }

  /** Checks the bounds. */
  public TargetPause {
    if (untilMs < 0) {
      throw new IllegalArgumentException(
          UNTIL_MS + " " + untilMs + " is not valid; it must be at least 0");
    }
  }

  /** Whether the pause ends by itself. */
  public boolean isTimed() {
    return untilMs != FOR_EVER;
  }
}

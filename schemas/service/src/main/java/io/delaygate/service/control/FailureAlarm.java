package io.delaygate.service.control;

import java.time.Duration;

/**
 * When the failures of a target are too many. A threshold of 0 is none.
 *
 * @param deadLetters so many jobs that became dead letters within the window, 0 to {@value #MOST}
 * @param failures so many attempts that failed within the window, 0 to {@value #MOST}
 * @param windowMs {@link #SHORTEST} to {@link #LONGEST}, milliseconds
 */
public record FailureAlarm(int deadLetters, int failures, long windowMs) {
  /** Header of the first threshold. */
  public static final String DEAD_LETTERS = "dead-letters";

  /** Header of the second threshold. */
  public static final String FAILURES = "failures";

  /** Header of the window. */
  public static final String WINDOW_MS = "window-ms";

  /** What is worth an alarm is far below. */
  public static final int MOST = 1_000_000;

  /** Below it, chance would decide. */
  public static final Duration SHORTEST = Duration.ofSeconds(1);

  /** Above it, it is no alarm any more; a window is in memory, and begins anew with the process. */
  public static final Duration LONGEST = Duration.ofDays(1);

  /** Of alarms that name none. */
  public static final Duration USUAL_WINDOW = Duration.ofMinutes(1);

  /** Checks the bounds. */
  public FailureAlarm {
    checkThreshold(DEAD_LETTERS, deadLetters);
    checkThreshold(FAILURES, failures);
    if (deadLetters == 0 && failures == 0) {
      throw new IllegalArgumentException("an alarm needs dead-letters or failures");
    }
    if (windowMs < SHORTEST.toMillis() || windowMs > LONGEST.toMillis()) {
      throw new IllegalArgumentException(
          "window-ms %d is not between %d and %d"
              .formatted(windowMs, SHORTEST.toMillis(), LONGEST.toMillis()));
    }
  }

  private static void checkThreshold(String name, int value) {
    if (value < 0 || value > MOST) {
      throw new IllegalArgumentException(
          "%s %d is not between 0 and %d".formatted(name, value, MOST));
    }
  }
}

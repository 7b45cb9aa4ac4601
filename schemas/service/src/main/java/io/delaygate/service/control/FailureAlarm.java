package io.delaygate.service.control;

import java.time.Duration;

/**
 * Alarm on failures of a target: thresholds within a window. A threshold of 0 is off.
 *
 * @param deadLetters number of jobs that became dead letters within the window, 0 to {@value #MOST}
 * @param failures number of attempts that failed within the window, 0 to {@value #MOST}
 * @param windowMs {@link #SHORTEST} to {@link #LONGEST}, milliseconds
 */
public record FailureAlarm(int deadLetters, int failures, long windowMs) {
  /** Header of the first threshold. */
  public static final String DEAD_LETTERS = "dead-letters";

  /** Header of the second threshold. */
  public static final String FAILURES = "failures";

  /** Header of the window. */
  public static final String WINDOW_MS = "window-ms";

  /** Useful thresholds are far below. */
  public static final int MOST = 1_000_000;

  /** In a shorter window single failures would trigger the alarm. */
  public static final Duration SHORTEST = Duration.ofSeconds(1);

  /** A longer window would alarm too late; a window is in memory, and restarts with the process. */
  public static final Duration LONGEST = Duration.ofDays(1);

  /** Window of alarms that do not set one. */
  public static final Duration USUAL_WINDOW = Duration.ofMinutes(1);

  /** Checks the bounds. */
  public FailureAlarm {
    checkThreshold(DEAD_LETTERS, deadLetters);
    checkThreshold(FAILURES, failures);
    if (deadLetters == 0 && failures == 0) {
      throw new IllegalArgumentException(
          "an alarm needs a threshold above 0 for dead-letters or failures");
    }
    if (windowMs < SHORTEST.toMillis() || windowMs > LONGEST.toMillis()) {
      throw new IllegalArgumentException(
          "window-ms %d is not valid; it must be from %d to %d"
              .formatted(windowMs, SHORTEST.toMillis(), LONGEST.toMillis()));
    }
  }

  private static void checkThreshold(String name, int value) {
    if (value < 0 || value > MOST) {
      throw new IllegalArgumentException(
          "%s %d is not valid; it must be from 0 to %d".formatted(name, value, MOST));
    }
  }
}

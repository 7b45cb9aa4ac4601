package io.delaygate.service.control;

import io.delaygate.schemas.job.Policy;
import org.jspecify.annotations.Nullable;

/**
 * Decisions about one target: pause, release rate, defaults and alarm.
 *
 * @param pause null for none; a pause that has ended has no effect
 * @param perSecond deliveries a second at most, 1 to {@value #MOST_PER_SECOND}; null for no limit
 * @param defaults policy of jobs that do not set one; null for the general defaults
 * @param alarm null for none
 */
public record TargetControl(
    @Nullable TargetPause pause,
    @Nullable Integer perSecond,
    @Nullable Policy defaults,
    @Nullable FailureAlarm alarm) {
  /** No decisions. */
  public static final TargetControl NONE = new TargetControl(null, null, null, null);

  /** More than a Kafka cluster takes from one scheduler. */
  public static final int MOST_PER_SECOND = 1_000_000;

  /** Checks the bounds. */
  public TargetControl {
    if (perSecond != null && (perSecond < 1 || perSecond > MOST_PER_SECOND)) {
      throw new IllegalArgumentException(
          "a rate of %d a second is not valid; it must be from 1 to %d"
              .formatted(perSecond, MOST_PER_SECOND));
    }
  }

  /** Whether nothing is delivered at that time, epoch milliseconds. */
  public boolean isPaused(long nowMs) {
    return pause != null && nowMs < pause.untilMs();
  }

  /** The same with another pause. */
  public TargetControl withPause(@Nullable TargetPause value) {
    return new TargetControl(value, perSecond, defaults, alarm);
  }

  /** The same with another rate. */
  public TargetControl withPerSecond(@Nullable Integer value) {
    return new TargetControl(pause, value, defaults, alarm);
  }

  /** The same with other defaults. */
  public TargetControl withDefaults(@Nullable Policy value) {
    return new TargetControl(pause, perSecond, value, alarm);
  }

  /** The same with another alarm. */
  public TargetControl withAlarm(@Nullable FailureAlarm value) {
    return new TargetControl(pause, perSecond, defaults, value);
  }

  /** The same without the decision of a kind. */
  public TargetControl without(ControlKey.Kind kind) {
    return switch (kind) {
      case PAUSE -> withPause(null);
      case RATE -> withPerSecond(null);
      case DEFAULTS -> withDefaults(null);
      case ALARM -> withAlarm(null);
    };
  }
}

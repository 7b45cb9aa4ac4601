package io.delaygate.scheduler.control;

import io.delaygate.service.control.FailureAlarm;

/**
 * A threshold was passed.
 *
 * @param deadLetters within the window, as far as this scheduler knows
 * @param failures failed attempts within the window, as far as this scheduler knows
 * @param alarm what was set for the target
 */
public record ThresholdExceeded(
    String topic, long deadLetters, long failures, FailureAlarm alarm) {}

package io.delaygate.scheduler.control;

import io.delaygate.service.control.FailureAlarm;

/**
 * Event that a target's failures passed a threshold of its alarm.
 *
 * @param deadLetters within the window, as far as this scheduler knows
 * @param failures failed attempts within the window, as far as this scheduler knows
 * @param alarm thresholds that are set for the target
 */
public record ThresholdExceeded(
    String topic, long deadLetters, long failures, FailureAlarm alarm) {}

package io.delaygate.scheduler.rules;

/** What became of an understood command. */
public enum Outcome {
  SCHEDULED,
  REPLACED,
  RESCHEDULED,
  CANCELLED,
  NOT_FOUND
}

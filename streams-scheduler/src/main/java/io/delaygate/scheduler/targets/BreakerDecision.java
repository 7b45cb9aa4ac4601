package io.delaygate.scheduler.targets;

import io.delaygate.schemas.command.Refusal;

/** Decision of the circuit breaker about one record: send, wait or give up. */
public sealed interface BreakerDecision {
  /** The record may be sent. */
  record Free() implements BreakerDecision {}

  /**
   * The record has to wait.
   *
   * @param isTrialDue whether its record should be tried now, alone
   * @param isOfJob whether this job waits alone, and those behind it need not
   */
  record Stopped(Obstacle obstacle, boolean isTrialDue, boolean isOfJob)
      implements BreakerDecision {}

  /** The record was refused twice, the second time alone: the target will never take it. */
  record Condemned(Refusal why) implements BreakerDecision {}

  /** The decision of a breaker that knows of no refusal. */
  BreakerDecision FREE = new Free();
}

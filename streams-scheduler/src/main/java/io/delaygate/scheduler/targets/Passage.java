package io.delaygate.scheduler.targets;

import io.delaygate.schemas.command.Refusal;

/** Answer of the breaker about one record. */
public sealed interface Passage {
  /** The record may be sent. */
  record Free() implements Passage {}

  /**
   * The record has to wait.
   *
   * @param isTrialDue whether its record should be tried now, alone
   * @param isOfJob whether this job waits alone, and those behind it need not
   */
  record Stopped(Obstacle obstacle, boolean isTrialDue, boolean isOfJob) implements Passage {}

  /** The record was refused twice, the second time alone: the target will never take it. */
  record Condemned(Refusal why) implements Passage {}

  /** The answer of a breaker that knows nothing. */
  Passage FREE = new Free();
}

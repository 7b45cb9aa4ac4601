package io.delaygate.schemas.contract;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** Operations of {@code delay-op}. */
public enum Op {
  /** Store a job, or replace the pending one of the same id. */
  SCHEDULE,
  /** Drop a pending job. */
  CANCEL,
  /** Move a pending job in time, or replace its payload. */
  RESCHEDULE,
  /** Deliver a pending job now. */
  FIRE,
  /** Reserve the attempt in progress, so that no other worker can. */
  RESERVE,
  /** The job is done. */
  FINISH,
  /** The attempt failed: deliver the job again, as long as it has attempts left. */
  RELEASE,
  /** Give the attempt in progress more time, from now on. */
  EXTEND,
  /** The job cannot succeed: make it a dead letter. */
  BURY,
  /** Deliver a dead letter again, with all its attempts. */
  KICK,
  /** Drop a dead letter. */
  DISCARD;

  /** The text on the wire. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The operation of that text; empty when there is none. */
  public static Optional<Op> byText(String text) {
    return Arrays.stream(values()).filter(op -> op.text().equals(text)).findFirst();
  }
}

package io.delaygate.schemas.job;

import io.delaygate.schemas.contract.ReasonCode;
import org.jspecify.annotations.Nullable;

/**
 * Reason why a parked job waits, as it was when the job was parked.
 *
 * @param text one sentence for people, at most {@value Attempt#FAILURE_BYTES} bytes of UTF-8
 * @param sinceMs when it was parked, epoch milliseconds
 * @param partition partition of the target that the job waits for; null where it waits for the
 *     topic as a whole
 */
public record ParkingReason(
    ReasonCode reason, String text, long sinceMs, @Nullable Integer partition) {
  /** Truncates the text. */
  public ParkingReason {
    text = Attempt.head(text);
  }

  /** Whether the job waits for an earlier one of its sequence, and not for its target. */
  public boolean isTurn() {
    return reason == ReasonCode.EARLIER_JOB_UNFINISHED;
  }
}

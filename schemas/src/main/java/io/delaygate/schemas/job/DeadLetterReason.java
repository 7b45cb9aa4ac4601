package io.delaygate.schemas.job;

import io.delaygate.schemas.contract.ReasonCode;

/**
 * Reason why a job is a dead letter.
 *
 * @param text one sentence for people, at most {@value Attempt#FAILURE_BYTES} bytes of UTF-8
 */
public record DeadLetterReason(ReasonCode reason, String text) {
  /** Truncates the text. */
  public DeadLetterReason {
    text = Attempt.head(text);
  }
}

package io.delaygate.schemas.job;

import io.delaygate.schemas.contract.ReasonCode;

/**
 * Reason why a job is a dead letter.
 *
 * @param text one sentence for people, at most {@value Attempt#FAILURE_BYTES} bytes of UTF-8
 */
public record Death(ReasonCode reason, String text) {
  /** Truncates the text. */
  public Death {
    text = Attempt.head(text);
  }
}

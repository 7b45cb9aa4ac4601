package io.delaygate.schemas.command;

import io.delaygate.schemas.contract.DelayHeader;
import io.delaygate.schemas.contract.ReasonCode;
import org.jspecify.annotations.Nullable;

/**
 * Reason why a command is refused.
 *
 * @param reason the code for programs
 * @param header the control header at fault; null when it is not one of them
 * @param text one sentence for people; says what was given and what is valid
 */
public record Refusal(ReasonCode reason, @Nullable DelayHeader header, String text) {
  /** A refusal that is not about a single control header. */
  public static Refusal of(ReasonCode reason, String text) {
    return new Refusal(reason, null, text);
  }

  /** The text with the name of the header at fault, for readers who get nothing else. */
  public String textWithHeader() {
    return header == null || text.contains(header.headerName())
        ? text
        : header.headerName() + ": " + text;
  }
}

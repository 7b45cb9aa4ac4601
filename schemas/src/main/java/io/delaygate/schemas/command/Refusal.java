package io.delaygate.schemas.command;

import io.delaygate.schemas.contract.DelayHeader;
import io.delaygate.schemas.contract.ReasonCode;
import org.jspecify.annotations.Nullable;

/**
 * Why a command cannot be taken.
 *
 * @param reason the code for programs
 * @param header the control header at fault; null when it is none of them
 * @param text one sentence for people; names what was given and what would be legal
 */
public record Refusal(ReasonCode reason, @Nullable DelayHeader header, String text) {
  /** A refusal that no single control header is to blame for. */
  public static Refusal of(ReasonCode reason, String text) {
    return new Refusal(reason, null, text);
  }
}

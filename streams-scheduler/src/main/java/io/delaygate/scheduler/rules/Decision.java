package io.delaygate.scheduler.rules;

import io.delaygate.schemas.command.Refusal;
import io.delaygate.schemas.contract.Outcome;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Outcome of a command, and the effects to carry out.
 *
 * @param refusal why it is {@link Outcome#REJECTED}; null for every other outcome
 */
public record Decision(Outcome outcome, List<Effect> effects, @Nullable Refusal refusal) {
  static Decision of(Outcome outcome, Effect... effects) {
    return new Decision(outcome, List.of(effects), null);
  }

  static Decision rejected(Refusal why) {
    return new Decision(Outcome.REJECTED, List.of(), why);
  }
}

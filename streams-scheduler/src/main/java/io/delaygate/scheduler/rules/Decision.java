package io.delaygate.scheduler.rules;

import java.util.List;

/** The answer to a command and what has to be done for it. */
public record Decision(Outcome outcome, List<Effect> effects) {
  static Decision of(Outcome outcome, Effect... effects) {
    return new Decision(outcome, List.of(effects));
  }
}

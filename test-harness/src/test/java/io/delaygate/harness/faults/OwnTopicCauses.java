package io.delaygate.harness.faults;

import static io.delaygate.schemas.contract.ReasonCode.HEADER_UNKNOWN;

import io.delaygate.harness.faults.Cause.Steps;
import io.delaygate.harness.faults.Cause.Timing;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;

/**
 * Causes for which a topic of Delaygate itself refuses records. They affect the whole installation,
 * so each is tried in one of its own.
 */
final class OwnTopicCauses {
  private static final Duration LASTS = Duration.ofSeconds(15);

  private OwnTopicCauses() {}

  static List<Cause> all() {
    return List.of(deadLetters(), events());
  }

  /** A refused command must not be lost: its letter is written when that is possible again. */
  private static Cause deadLetters() {
    Function<CauseTrial, String> letters = trial -> trial.delaygate().names().deadLetters();
    return new Cause(
        Causes.KEYLESS + "-own-letters-unwritable",
        End.refused(HEADER_UNKNOWN),
        trial -> JobShape.to(trial.sound()).refused(),
        new Steps(
            trial -> {
              Causes.makeSound(trial);
              trial.cluster().writeRight(letters.apply(trial)).revoke();
            },
            trial -> {
              Pauses.pass(LASTS);
              trial.cluster().writeRight(letters.apply(trial)).restore();
            },
            trial -> {}),
        Timing.AT_ONCE);
  }

  private static Cause events() {
    Function<CauseTrial, String> events = trial -> trial.delaygate().names().events();
    return new Cause(
        "own-events-unwritable",
        End.delivered(),
        trial -> JobShape.to(trial.sound()),
        new Steps(
            trial -> {
              Causes.makeSound(trial);
              trial.cluster().writeRight(events.apply(trial)).revoke();
            },
            trial -> Pauses.pass(LASTS),
            trial -> trial.cluster().writeRight(events.apply(trial)).restore()),
        Timing.AT_ONCE);
  }
}

package io.delaygate.harness.faults;

import static io.delaygate.schemas.contract.ReasonCode.TARGET_NO_LEADER;
import static io.delaygate.schemas.contract.ReasonCode.TARGET_REPLICAS_TOO_FEW;
import static io.delaygate.schemas.contract.ReasonCode.TARGET_TIMED_OUT;

import io.delaygate.harness.faults.Cause.Steps;
import io.delaygate.harness.faults.Cause.Timing;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Ways in which a topic takes no records while the third broker is away. */
final class BrokerCauses {
  private static final Map<String, String> BOTH = Map.of("min.insync.replicas", "2");

  /** Due after all who share the absence of the broker have made their topics. */
  private static final Timing TIMING = Timing.due(Duration.ofSeconds(10));

  private BrokerCauses() {}

  /** Those that can be planted at the same time, as one broker serves all. */
  static List<Cause> all() {
    return List.of(
        target("no-leader", End.parked(TARGET_NO_LEADER, TARGET_TIMED_OUT), BrokerCauses::lost),
        target(
            "too-few-replicas",
            End.parked(TARGET_REPLICAS_TOO_FEW, TARGET_TIMED_OUT),
            BrokerCauses::tooFew),
        reply("reply-no-leader", BrokerCauses::lost),
        reply("reply-too-few-replicas", BrokerCauses::tooFew),
        letters("letters-no-leader", BrokerCauses::lost),
        letters("letters-too-few-replicas", BrokerCauses::tooFew));
  }

  private static void lost(CauseTrial trial) {
    trial.cluster().create(trial.topic(), 1, TrialCluster.LOST, Map.of());
  }

  private static void tooFew(CauseTrial trial) {
    trial.cluster().create(trial.topic(), 1, TrialCluster.SHORT, BOTH);
  }

  private static Cause target(String name, End end, Consumer<CauseTrial> make) {
    return new Cause(
        name,
        end,
        trial -> JobShape.to(trial.topic()),
        new Steps(
            make,
            trial -> trial.cluster().takeThirdAway(),
            trial -> trial.cluster().bringThirdBack()),
        TIMING);
  }

  /** The reply comes with the command, so the broker must be away before. */
  private static Cause reply(String name, Consumer<CauseTrial> make) {
    return new Cause(
        name,
        End.delivered(),
        trial -> JobShape.to(trial.sound()).replyingTo(trial.topic()),
        new Steps(
            make.andThen(Causes::makeSound).andThen(trial -> trial.cluster().takeThirdAway()),
            trial -> {},
            trial -> trial.cluster().bringThirdBack()),
        TIMING);
  }

  private static Cause letters(String name, Consumer<CauseTrial> make) {
    return new Cause(
        name,
        End.died(),
        trial -> JobShape.to(trial.sound()).dyingInto(trial.topic()),
        new Steps(
            make.andThen(Causes::makeSound),
            trial -> trial.cluster().takeThirdAway(),
            trial -> {
              // until the attempt is over and the letter was to be written
              Pauses.pass(Duration.ofSeconds(5));
              trial.cluster().bringThirdBack();
            }),
        TIMING);
  }
}

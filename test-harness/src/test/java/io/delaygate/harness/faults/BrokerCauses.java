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

/** Causes for which a topic takes no records while the third broker is stopped. */
final class BrokerCauses {
  private static final Map<String, String> BOTH = Map.of("min.insync.replicas", "2");

  /** Jobs are due after all trials that share the stopped broker have created their topics. */
  private static final Timing TIMING = Timing.due(Duration.ofSeconds(10));

  private BrokerCauses() {}

  /** Causes that can be tried at the same time, because they share the stopped broker. */
  static List<Cause> all() {
    return List.of(
        target("no-leader", End.parked(TARGET_NO_LEADER, TARGET_TIMED_OUT), BrokerCauses::lost),
        target(
            "too-few-replicas",
            End.parked(TARGET_REPLICAS_TOO_FEW, TARGET_TIMED_OUT),
            BrokerCauses::tooFew),
        SideTopics.reply("reply-no-leader", steps(BrokerCauses::lost), TIMING),
        SideTopics.reply("reply-too-few-replicas", steps(BrokerCauses::tooFew), TIMING),
        SideTopics.letters("letters-no-leader", steps(BrokerCauses::lost), TIMING),
        SideTopics.letters("letters-too-few-replicas", steps(BrokerCauses::tooFew), TIMING));
  }

  private static void lost(CauseTrial trial) {
    trial.cluster().create(trial.topic(), 1, TrialCluster.LOST, Map.of());
  }

  private static void tooFew(CauseTrial trial) {
    trial.cluster().create(trial.topic(), 1, TrialCluster.SHORT, BOTH);
  }

  private static Cause target(String name, End end, Consumer<CauseTrial> make) {
    return new Cause(name, end, trial -> JobShape.to(trial.topic()), steps(make), TIMING);
  }

  private static Steps steps(Consumer<CauseTrial> make) {
    return new Steps(
        make, trial -> trial.cluster().takeThirdAway(), trial -> trial.cluster().bringThirdBack());
  }
}

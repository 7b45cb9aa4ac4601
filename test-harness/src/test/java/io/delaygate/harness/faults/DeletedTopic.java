package io.delaygate.harness.faults;

import io.delaygate.harness.faults.Cause.Steps;
import io.delaygate.harness.faults.Cause.Timing;
import io.delaygate.schemas.contract.ReasonCode;
import java.time.Duration;
import java.util.Map;

/**
 * Cause of a used target that is deleted while jobs wait for it. Brokers would create it again for
 * any client that asks for it, which none of Delaygate's clients may do.
 */
final class DeletedTopic {
  /** Longer than the least time after which a producer forgets an unused topic. */
  private static final Duration UNUSED = Duration.ofSeconds(8);

  /** Longer than three intervals in which producers of a trial refresh their topics. */
  private static final Duration WATCHED = Duration.ofSeconds(16);

  private DeletedTopic() {}

  static Cause cause() {
    return new Cause(
        "deleted",
        End.parked(ReasonCode.TARGET_UNKNOWN),
        trial -> JobShape.to(trial.topic()),
        new Steps(DeletedTopic::makeAndUse, DeletedTopic::delete, DeletedTopic::mend),
        Timing.due(UNUSED.plusSeconds(4)));
  }

  private static void makeAndUse(CauseTrial trial) {
    make(trial);
    var delaygate = trial.delaygate();
    for (var partition = 0; partition < TrialInstallation.PARTITIONS; partition++) {
      var id = JobSender.idIn(partition, "first-" + trial.topic());
      var first = JobShape.to(trial.topic());
      delaygate.sender().send(id, first.value(id), first.headers(System.currentTimeMillis()));
    }
    try (var reader = delaygate.read(trial.topic())) {
      var count = new int[1];
      TrialCluster.await()
          .until(() -> (count[0] += reader.poll().size()) == TrialInstallation.PARTITIONS);
    }
  }

  private static void make(CauseTrial trial) {
    trial.cluster().create(trial.topic(), 1, TrialCluster.KEPT, Map.of());
  }

  private static void delete(CauseTrial trial) {
    Pauses.pass(UNUSED);
    trial.cluster().delete(trial.topic());
  }

  private static void mend(CauseTrial trial) {
    Pauses.pass(WATCHED);
    if (trial.cluster().exists(trial.topic())) {
      trial.wrong("a deleted target came back by itself");
    } else {
      make(trial);
    }
  }
}

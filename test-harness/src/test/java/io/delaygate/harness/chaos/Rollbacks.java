package io.delaygate.harness.chaos;

import io.delaygate.harness.chaos.Violation.Kind;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What refused timestamps cost others: each of the target's partitions may roll a scheduler's
 * transaction back once, as nobody can know before that it refuses them (the right to read its
 * settings is taken away); from then on trials ask for it. A scheduler that starts again has to
 * learn it again. Pure.
 */
final class Rollbacks {
  private static final String ROLLED_BACK = "A transaction is rolled back";
  private static final String CAUSE = "org.apache.kafka.common.errors.InvalidTimestampException";

  private static final Set<FaultKind> STARTS =
      EnumSet.of(FaultKind.KILL_SCHEDULER, FaultKind.DELETED_STATE, FaultKind.FULL_DISK);

  private Rollbacks() {}

  /**
   * Whether a scheduler learnt what it was told.
   *
   * @param output of it, in all of its lives
   * @param revivals how often something in the installation had ended by itself
   */
  static Optional<Violation> judge(Plan plan, int scheduler, List<String> output, int revivals) {
    var target = Rig.TARGETS.indexOf(Rig.STAMPED_BY_SCHEDULER);
    var faults = count(plan, Set.of(FaultKind.TARGET_REFUSES_TIMESTAMPS), target);
    var starts = 1 + revivals + count(plan, STARTS, scheduler);
    var most = Rig.TARGET_PARTITIONS * (faults + starts);
    var seen = count(output);
    return seen <= most
        ? Optional.empty()
        : Optional.of(
            new Violation(
                Kind.SHARED_FATE,
                "scheduler %d rolled back %d times for refused timestamps, and may %d times"
                    .formatted(scheduler, seen, most)));
  }

  private static int count(Plan plan, Set<FaultKind> kinds, int victim) {
    return (int)
        plan.faults().stream()
            .filter(fault -> kinds.contains(fault.kind()) && fault.victim() == victim)
            .count();
  }

  /** The cause is the line after it. */
  private static int count(List<String> output) {
    var count = 0;
    for (var i = 1; i < output.size(); i++) {
      if (output.get(i).startsWith(CAUSE) && output.get(i - 1).contains(ROLLED_BACK)) {
        count++;
      }
    }
    return count;
  }
}

package io.delaygate.harness.chaos;

import io.delaygate.harness.chaos.Violation.Kind;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Cost of refused timestamps for others: the target's partition may roll a scheduler's transaction
 * back once, as nobody can know before that it refuses them (the right to read its settings is
 * taken away); from then on trials ask for it. A scheduler that starts again meanwhile, or whose
 * clock is ahead for a while, has to learn it again. Pure.
 */
final class Rollbacks {
  private static final String ROLLED_BACK = "A transaction was rolled back";
  private static final String CAUSE = "org.apache.kafka.common.errors.InvalidTimestampException";

  /** A fault begins and ends later than planned, and a start takes a while. */
  private static final long SLACK_MS = 10_000;

  /** After each of them a scheduler has to learn again; a clock ahead has its records taken. */
  private static final Set<FaultKind> RELEARNS =
      EnumSet.of(
          FaultKind.KILL_SCHEDULER,
          FaultKind.DELETED_STATE,
          FaultKind.FULL_DISK,
          FaultKind.FLIPPED_BITS,
          FaultKind.DISK_ERRORS,
          FaultKind.CLOCK_STEP);

  private Rollbacks() {}

  /**
   * Whether a scheduler learnt what it was told.
   *
   * @param output of it, in all of its lives
   * @param revivals how often something in the installation had ended by itself
   */
  static Optional<Violation> judge(Plan plan, int scheduler, List<String> output, int revivals) {
    var target = Rig.TARGETS.indexOf(Rig.STAMPED_BY_SCHEDULER);
    var faults = faults(plan, Set.of(FaultKind.TARGET_REFUSES_TIMESTAMPS), target);
    var again =
        faults(plan, RELEARNS, scheduler).stream()
            .filter(one -> faults.stream().anyMatch(fault -> isDuring(one, fault)))
            .count();
    var most = faults.size() + again + revivals;
    var seen = count(output);
    return seen <= most
        ? Optional.empty()
        : Optional.of(
            new Violation(
                Kind.SHARED_FATE,
                "scheduler %d rolled back %d times for refused timestamps, and may %d times"
                    .formatted(scheduler, seen, most)));
  }

  private static List<Fault> faults(Plan plan, Set<FaultKind> kinds, int victim) {
    return plan.faults().stream()
        .filter(fault -> kinds.contains(fault.kind()) && fault.victim() == victim)
        .toList();
  }

  private static boolean isDuring(Fault one, Fault fault) {
    return one.atMs() < fault.atMs() + fault.lengthMs() + SLACK_MS
        && fault.atMs() < one.atMs() + one.lengthMs() + SLACK_MS;
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

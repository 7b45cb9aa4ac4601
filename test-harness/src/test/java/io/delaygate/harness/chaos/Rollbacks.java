package io.delaygate.harness.chaos;

import io.delaygate.harness.chaos.Violation.Kind;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Check of the cost of refused timestamps for other targets. The target's partition may roll back a
 * scheduler's transaction once, because the refusal is not known before (the right to read its
 * settings is denied). After that the scheduler uses trials. A scheduler that restarts, or whose
 * clock is ahead for a while, may roll back once more. Pure.
 */
final class Rollbacks {
  private static final String ROLLED_BACK = "A transaction was rolled back";
  private static final String CAUSE = "org.apache.kafka.common.errors.InvalidTimestampException";

  /** Tolerance, because a fault begins and ends later than planned, and a start takes a while. */
  private static final long SLACK_MS = 10_000;

  /**
   * Faults after which a scheduler has to learn the refusal again; if its clock is ahead, its
   * records are accepted.
   */
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
   * Checks that a scheduler rolled back no more often than allowed.
   *
   * @param output output of all its starts
   * @param revivals number of services that ended by themselves
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

  /** Number of roll-backs with this cause, which is in the line after the message. */
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

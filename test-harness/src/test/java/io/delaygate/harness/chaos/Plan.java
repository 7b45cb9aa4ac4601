package io.delaygate.harness.chaos;

import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;

/**
 * What will happen, and when: a function of seed and shape.
 *
 * @param faults in the order of their time
 * @param operations in the order of their time
 */
record Plan(long seed, Shape shape, List<Fault> faults, List<Operation> operations) {
  /** Neither faults nor operations change when the other are planned in another way. */
  private static final long OTHER_RANDOM = 0x5DEECE66DL;

  /** Load goes on for so long after the last fault was to end. */
  static final int CALM_MS = 3_000;

  static Plan of(long seed, Shape shape) {
    return new Plan(
        seed,
        shape,
        new FaultPlan(new Random(seed), shape).faults(),
        new LoadPlan(new Random(seed ^ OTHER_RANDOM), shape).operations());
  }

  /** When the last operation is sent at the latest, after the start of the load. */
  static long loadMs(Shape shape) {
    return shape.seconds() * 1_000L + CALM_MS;
  }

  /** Whether all brokers stand, and every scheduler reaches them, all the time. */
  boolean sparesBrokers() {
    return faults.stream()
        .map(Fault::kind)
        .noneMatch(
            kind ->
                kind.victim() == FaultKind.Victim.BROKER || kind == FaultKind.CUT_OFF_SCHEDULER);
  }

  /** The faults, one a line. */
  String text() {
    return "seed %d, %s, %d operations%n%s"
        .formatted(
            seed,
            shape,
            operations.size(),
            faults.stream().map(Fault::toString).collect(Collectors.joining("\n")));
  }
}

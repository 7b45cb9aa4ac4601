package io.delaygate.harness.chaos;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;

/**
 * Plan of a run: all faults and operations, as a function of seed and shape.
 *
 * @param faults in order of time
 * @param operations in order of time
 */
record Plan(long seed, Shape shape, List<Fault> faults, List<Operation> operations) {
  /**
   * Second seed, so that changes in the planning of faults do not change the operations, and vice
   * versa.
   */
  private static final long OTHER_RANDOM = 0x5DEECE66DL;

  /** Third seed, for the jobs that call endpoints. */
  private static final long CALLS_RANDOM = 0x9E3779B97F4AL;

  /** Duration of the load after the planned end of the last fault. */
  static final int CALM_MS = 3_000;

  static Plan of(long seed, Shape shape) {
    var operations =
        new ArrayList<>(new LoadPlan(new Random(seed ^ OTHER_RANDOM), shape).operations());
    operations.addAll(new CallPlan(new Random(seed ^ CALLS_RANDOM), shape).operations());
    operations.sort(Comparator.comparingLong(Operation::atMs));
    var faults = new FaultPlan(new Random(seed), shape).faults();
    return new Plan(seed, shape, faults, List.copyOf(operations));
  }

  /** Latest time of an operation, after the start of the load. */
  static long loadMs(Shape shape) {
    return shape.seconds() * 1_000L + CALM_MS;
  }

  /** Whether no fault affects a broker or the link of a scheduler to brokers. */
  boolean sparesBrokers() {
    return faults.stream()
        .map(Fault::kind)
        .noneMatch(
            kind ->
                kind.victim() == FaultKind.Victim.BROKER || kind == FaultKind.CUT_OFF_SCHEDULER);
  }

  /** The faults, one per line. */
  String text() {
    return "seed %d, %s, %d operations%n%s"
        .formatted(
            seed,
            shape,
            operations.size(),
            faults.stream().map(Fault::toString).collect(Collectors.joining("\n")));
  }
}

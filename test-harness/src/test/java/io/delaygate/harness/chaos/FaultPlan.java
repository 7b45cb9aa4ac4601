package io.delaygate.harness.chaos;

import io.delaygate.harness.chaos.FaultKind.Victim;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;

/** Planner of faults: for each chosen lane, one fault after the other until the end. */
final class FaultPlan {
  private static final int FIRST_MS = 1_000;

  /** Least pause between two faults of a lane. */
  private static final int GAP_LEAST_MS = 2_000;

  private static final int GAP_MOST_MS = 8_000;
  private static final int STEP_MOST_MS = 5_000;
  private static final int STEP_LEAST_MS = 500;

  /** Number of lanes in ten that take part, so that runs differ in their combinations. */
  private static final int LANES_IN_TEN = 7;

  /** Number of seeds for the further choices of a fault. */
  private static final int SEEDS = 1_000_000;

  private final Random random;
  private final Shape shape;
  private final List<Lane> lanes;
  private final List<Fault> faults = new ArrayList<>();

  /** Victims of one kind, only one of which has a fault at a time. */
  private record Lane(Victim victim, int first, int count) {}

  FaultPlan(Random random, Shape shape) {
    this.random = random;
    this.shape = shape;
    this.lanes = lanes(shape);
  }

  private static List<Lane> lanes(Shape shape) {
    var lanes = new ArrayList<Lane>();
    lanes.add(new Lane(Victim.BROKER, 0, shape.brokers()));
    for (var i = 0; i < Shape.SCHEDULERS; i++) {
      lanes.add(new Lane(Victim.SCHEDULER, i, 1));
    }
    for (var i = 0; i < Shape.GATEWAYS; i++) {
      lanes.add(new Lane(Victim.GATEWAY, i, 1));
    }
    lanes.add(new Lane(Victim.GROUP, 0, 1));
    lanes.add(new Lane(Victim.TARGET, 0, Rig.TARGETS.size()));
    lanes.add(new Lane(Victim.FRAGILE, 0, 1));
    lanes.removeIf(lane -> kinds(lane, shape).isEmpty());
    return lanes;
  }

  List<Fault> faults() {
    var always = lanes.get(random.nextInt(lanes.size()));
    for (var lane : lanes) {
      if (lane.equals(always) || random.nextInt(10) < LANES_IN_TEN) {
        plan(lane, lane.equals(always));
      }
    }
    faults.sort(Comparator.comparingLong(Fault::atMs));
    return List.copyOf(faults);
  }

  /**
   * Plans the faults of a lane.
   *
   * @param toTheEnd whether its last fault continues until the end, so that each second of a run
   *     has a fault or its consequences
   */
  private void plan(Lane lane, boolean toTheEnd) {
    var kinds = kinds(lane, shape);
    var endMs = shape.seconds() * 1_000L;
    var atMs = FIRST_MS + random.nextLong(GAP_MOST_MS);
    while (atMs < endMs) {
      var kind = kinds.get(random.nextInt(kinds.size()));
      var lengthMs = between(kind.leastMs(), kind.mostMs());
      var victim = lane.first() + random.nextInt(lane.count());
      var nextMs = atMs + lengthMs + between(GAP_LEAST_MS, GAP_MOST_MS);
      if (toTheEnd && nextMs >= endMs) {
        lengthMs = Math.max(lengthMs, endMs - atMs);
      }
      faults.add(new Fault(kind, victim, atMs, lengthMs, detail(kind, lengthMs)));
      atMs = nextMs;
    }
  }

  private static List<FaultKind> kinds(Lane lane, Shape shape) {
    return shape.kinds().stream().filter(kind -> kind.victim() == lane.victim()).sorted().toList();
  }

  private long detail(FaultKind kind, long lengthMs) {
    return switch (kind) {
      case CLOCK_STEP -> between(STEP_LEAST_MS, STEP_MOST_MS) * (random.nextBoolean() ? 1 : -1);
      // restarts, because a stop writes to the disk, and a start reads it
      case FULL_DISK -> random.nextInt(3) == 0 ? 0 : lengthMs / 2;
      case CUT_OFF_SCHEDULER,
          CUT_OFF_GATEWAY,
          CUT_OFF_BROKER,
          FLIPPED_BITS,
          DISK_ERRORS,
          LOST_WRITES ->
          1 + random.nextInt(SEEDS);
      default -> 0;
    };
  }

  private long between(long least, long most) {
    return least + random.nextLong(most - least + 1);
  }
}

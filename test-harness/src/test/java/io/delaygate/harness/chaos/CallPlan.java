package io.delaygate.harness.chaos;

import io.delaygate.harness.chaos.Operation.Delay;
import io.delaygate.harness.chaos.Operation.Door;
import io.delaygate.harness.chaos.Operation.IfExists;
import io.delaygate.harness.chaos.Operation.Terms;
import io.delaygate.harness.chaos.Operation.Verb;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Planner of the jobs that call endpoints. Each is scheduled once, and one in eight is cancelled
 * around its due time.
 */
final class CallPlan {
  /** Endpoint that answers every call at once. */
  static final String STEADY = "steady";

  /** Endpoint that misbehaves in nearly half of its calls. */
  static final String SHAKY = "shaky";

  /** Endpoint that fails every call at first. */
  static final String BROKEN = "broken";

  private static final String PREFIX = "call-";

  /** First number of these operations, apart from those of the load and the workers. */
  private static final int FIRST_NUMBER = 500_000;

  /** Part of the load; a call costs more than a delivery. */
  private static final int ONE_IN = 12;

  /** The endpoints are made just before the load, and every service has read of them by then. */
  private static final int FIRST_MS = 2_000;

  private static final int SHORTEST_MS = 50;
  private static final int LONGEST_MS = 8_000;

  private final Random random;
  private final Shape shape;
  private final List<Operation> operations = new ArrayList<>();

  CallPlan(Random random, Shape shape) {
    this.random = random;
    this.shape = shape;
  }

  /** Whether the job of this id calls an endpoint. */
  static boolean isCall(String id) {
    return id.startsWith(PREFIX);
  }

  /** The endpoint of a job, which follows from its id. */
  static String endpoint(String id) {
    return switch (Math.floorMod(id.hashCode(), 4)) {
      case 0 -> STEADY;
      case 1 -> BROKEN;
      default -> SHAKY;
    };
  }

  /** The operations, in the order of jobs. */
  List<Operation> operations() {
    var loadMs = Plan.loadMs(shape);
    var jobs = (int) (loadMs * shape.jobsPerSecond() / 1_000 / ONE_IN);
    for (var i = 0; i < jobs; i++) {
      job(PREFIX + i, FIRST_MS + random.nextLong(loadMs - FIRST_MS));
    }
    return List.copyOf(operations);
  }

  private void job(String id, long atMs) {
    var door = door();
    var delayMs = SHORTEST_MS + random.nextInt(LONGEST_MS - SHORTEST_MS);
    var delay = new Delay(delayMs, random.nextInt(3) == 0, 0);
    add(
        atMs,
        Verb.SCHEDULE,
        id,
        new Terms(door, IfExists.UNSAID, delay, Terms.ANY_VERSION, 1, null, null));
    var cancelMs = atMs + Math.max(1, delayMs - 150 + random.nextInt(300));
    if (random.nextInt(8) == 0 && cancelMs < Plan.loadMs(shape)) {
      add(cancelMs, Verb.CANCEL, id, Terms.change(door(), Delay.NONE, Terms.ANY_VERSION));
    }
  }

  private Door door() {
    return random.nextBoolean() ? Door.HTTP : Door.KAFKA;
  }

  private void add(long atMs, Verb verb, String id, Terms terms) {
    operations.add(new Operation(FIRST_NUMBER + operations.size(), atMs, verb, id, terms));
  }
}

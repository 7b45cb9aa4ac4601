package io.delaygate.harness.chaos;

import java.util.List;
import java.util.concurrent.TimeUnit;

/** Sender of a plan's operations at their times. */
final class Load {
  private final Doors doors;

  Load(Doors doors) {
    this.doors = doors;
  }

  /** The target of a job, which follows from its id. */
  static String target(String id) {
    return switch (Math.floorMod(id.hashCode(), 9)) {
      case 0, 3, 6 -> Rig.STAMPED_BY_BROKER;
      case 1 -> Rig.FRAGILE;
      default -> Rig.STAMPED_BY_SCHEDULER;
    };
  }

  /** Whether an operation's record goes to its target without a key. */
  static boolean isKeyless(Operation operation) {
    return target(operation.id()).equals(Rig.FRAGILE) && operation.number() % 2 == 0;
  }

  /**
   * Sends all operations; returns after the last one.
   *
   * @param startNanos start of the load, by the monotonic clock
   */
  void run(List<Operation> operations, long startNanos) {
    for (var operation : operations) {
      var atNanos = startNanos + TimeUnit.MILLISECONDS.toNanos(operation.atMs());
      FaultRunner.pause(atNanos - System.nanoTime());
      doors.send(operation);
    }
  }
}

package io.delaygate.harness.chaos;

import java.util.List;
import java.util.concurrent.TimeUnit;

/** Sends the operations of a plan when their time comes. */
final class Load {
  private final Doors doors;

  Load(Doors doors) {
    this.doors = doors;
  }

  /** Where jobs of that id go, always. */
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
   * Returns when the last operation is sent.
   *
   * @param startNanos when the load began, by the monotonic clock
   */
  void run(List<Operation> operations, long startNanos) {
    for (var operation : operations) {
      var atNanos = startNanos + TimeUnit.MILLISECONDS.toNanos(operation.atMs());
      FaultRunner.pause(atNanos - System.nanoTime());
      doors.send(operation);
    }
  }
}

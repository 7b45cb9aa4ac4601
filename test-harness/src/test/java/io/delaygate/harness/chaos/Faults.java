package io.delaygate.harness.chaos;

import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.RemoveMembersFromConsumerGroupOptions;

/** Injector of faults: it injects one, waits, and heals it. Thread-safe. */
final class Faults {
  private static final int STORM_EVERY_MS = 900;

  private final Rig rig;
  private final BrokerFaults brokers;
  private final StoreFaults stores;
  private final TargetFaults targets;
  private Clocks clocks = Clocks.RIGHT.after(-Rig.BEHIND_MS);

  Faults(Rig rig) {
    this.rig = rig;
    this.brokers = new BrokerFaults(rig);
    this.stores = new StoreFaults(rig);
    this.targets = new TargetFaults(rig);
  }

  /** Deviations of the clocks so far. */
  synchronized Clocks clocks() {
    return clocks;
  }

  /** Possible effects on jobs for the fragile target so far. */
  Fragile fragile() {
    return targets.fragile();
  }

  /** Injects a fault; returns when it is healed, for a broker fault with all replicas in sync. */
  void inject(Fault fault) {
    switch (fault.kind()) {
      case KILL_SCHEDULER -> kill(rig.scheduler(fault.victim()), fault);
      case FREEZE_SCHEDULER -> freeze(rig.scheduler(fault.victim()), fault);
      case CUT_OFF_SCHEDULER -> rig.network().cutOff(Network.scheduler(fault.victim()), fault);
      case DELETED_STATE, FULL_DISK, FLIPPED_BITS, DISK_ERRORS -> stores.inject(fault);
      case CLOCK_STEP -> stepClock(fault);
      case KILL_GATEWAY -> kill(rig.gateway(fault.victim()), fault);
      case FREEZE_GATEWAY -> freeze(rig.gateway(fault.victim()), fault);
      case CUT_OFF_GATEWAY -> rig.network().cutOff(Network.gateway(fault.victim()), fault);
      case KILL_BROKER, FREEZE_BROKER, RESTART_BROKER, SLOW_BROKER, CUT_OFF_BROKER, LOST_WRITES ->
          brokers.inject(fault);
      case REBALANCE_STORM -> storm(fault);
      case TARGET_REFUSES_TIMESTAMPS,
          TARGET_LACKS_REPLICAS,
          TARGET_LACKS_RIGHT,
          QUOTA,
          TARGET_IS_COMPACTED,
          TARGET_TAKES_LESS,
          TARGET_IS_REMADE ->
          targets.inject(fault);
    }
  }

  private static void kill(Unit unit, Fault fault) {
    unit.kill();
    fault.last();
    unit.start();
  }

  private static void freeze(Unit unit, Fault fault) {
    unit.freeze();
    fault.last();
    unit.thaw();
  }

  /** The clock steps twice: to the deviation, and back. */
  private void stepClock(Fault fault) {
    note(fault.detail());
    rig.clock(fault.victim(), fault.detail());
    fault.last();
    rig.clock(fault.victim(), 0);
  }

  private synchronized void note(long aheadMs) {
    clocks = clocks.after(aheadMs - Rig.BEHIND_MS);
  }

  /** Removes all schedulers from their group, again and again. */
  private void storm(Fault fault) {
    var endNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(fault.lengthMs());
    while (System.nanoTime() < endNanos) {
      try {
        rig.topics()
            .admin()
            .removeMembersFromConsumerGroup(
                Rig.NAMES.applicationId(), new RemoveMembersFromConsumerGroupOptions())
            .all()
            .get(STORM_EVERY_MS, TimeUnit.MILLISECONDS);
      } catch (InterruptedException interrupted) {
        Thread.currentThread().interrupt();
        return;
      } catch (Exception busyOrEmpty) {
        // the group rebalances, or its coordinator moves: the next removal may succeed
      }
      FaultRunner.pause(TimeUnit.MILLISECONDS.toNanos(STORM_EVERY_MS));
    }
  }
}

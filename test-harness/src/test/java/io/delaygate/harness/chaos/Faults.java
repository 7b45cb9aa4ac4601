package io.delaygate.harness.chaos;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.clients.admin.ListTopicsOptions;
import org.apache.kafka.clients.admin.RemoveMembersFromConsumerGroupOptions;
import org.awaitility.Awaitility;

/** Injects a fault, waits, and heals it; one method for each kind. Thread-safe. */
final class Faults {
  /** A slow broker runs for half of the time, in pieces of this length. */
  private static final int SLICE_MS = 100;

  private static final int STORM_EVERY_MS = 900;
  private static final Duration WHOLE_LIMIT = Duration.ofMinutes(2);

  private final Rig rig;
  private final TargetFaults targets;
  private Clocks clocks = Clocks.RIGHT.after(-Rig.BEHIND_MS);

  Faults(Rig rig) {
    this.rig = rig;
    this.targets = new TargetFaults(rig);
  }

  /** How far clocks were off, so far. */
  synchronized Clocks clocks() {
    return clocks;
  }

  /** What may have become of jobs for the fragile target, so far. */
  Fragile fragile() {
    return targets.fragile();
  }

  /** Returns when it is healed; of brokers, when all replicas are in sync again. */
  void inject(Fault fault) {
    switch (fault.kind()) {
      case KILL_SCHEDULER -> kill(rig.scheduler(fault.victim()), fault);
      case FREEZE_SCHEDULER -> freeze(rig.scheduler(fault.victim()), fault);
      case DELETED_STATE -> deleteState(fault);
      case FULL_DISK -> fillDisk(fault);
      case CLOCK_STEP -> stepClock(fault);
      case KILL_GATEWAY -> kill(rig.gateway(fault.victim()), fault);
      case FREEZE_GATEWAY -> freeze(rig.gateway(fault.victim()), fault);
      case KILL_BROKER -> killBroker(fault);
      case FREEZE_BROKER -> freezeBroker(fault);
      case RESTART_BROKER -> restartBroker(fault);
      case SLOW_BROKER -> slowBroker(fault);
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
    last(fault);
    unit.start();
  }

  private static void freeze(Unit unit, Fault fault) {
    unit.freeze();
    last(fault);
    unit.thaw();
  }

  private void deleteState(Fault fault) {
    var scheduler = rig.scheduler(fault.victim());
    scheduler.kill();
    rig.disk(fault.victim()).deleteState();
    last(fault);
    scheduler.start();
  }

  private void fillDisk(Fault fault) {
    var disk = rig.disk(fault.victim());
    disk.fill();
    FaultRunner.pause(TimeUnit.MILLISECONDS.toNanos(fault.amountMs()));
    if (fault.amountMs() > 0) {
      rig.scheduler(fault.victim()).restart();
    }
    FaultRunner.pause(TimeUnit.MILLISECONDS.toNanos(fault.lengthMs() - fault.amountMs()));
    disk.free();
  }

  /** The way back is a step too: after one ahead, a step back. */
  private void stepClock(Fault fault) {
    note(fault.amountMs());
    rig.clock(fault.victim(), fault.amountMs());
    last(fault);
    rig.clock(fault.victim(), 0);
  }

  private synchronized void note(long aheadMs) {
    clocks = clocks.after(aheadMs - Rig.BEHIND_MS);
  }

  private void killBroker(Fault fault) {
    var node = fault.victim() + 1;
    rig.brokers().kill(node);
    last(fault);
    rig.brokers().start(node);
    awaitWhole(node);
  }

  private void restartBroker(Fault fault) {
    var node = fault.victim() + 1;
    rig.brokers().terminate(node);
    last(fault);
    rig.brokers().start(node);
    awaitWhole(node);
  }

  private void freezeBroker(Fault fault) {
    var node = fault.victim() + 1;
    rig.brokers().freeze(node);
    last(fault);
    rig.brokers().thaw(node);
    awaitWhole(node);
  }

  private void slowBroker(Fault fault) {
    var node = fault.victim() + 1;
    var endNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(fault.lengthMs());
    while (System.nanoTime() < endNanos) {
      rig.brokers().freeze(node);
      FaultRunner.pause(TimeUnit.MILLISECONDS.toNanos(SLICE_MS));
      rig.brokers().thaw(node);
      FaultRunner.pause(TimeUnit.MILLISECONDS.toNanos(SLICE_MS));
    }
    awaitWhole(node);
  }

  /** Throws all schedulers out of their group, again and again. */
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
        // the group is between two generations, or its coordinator moves: next time
      }
      FaultRunner.pause(TimeUnit.MILLISECONDS.toNanos(STORM_EVERY_MS));
    }
  }

  private void awaitWhole(int node) {
    Awaitility.await()
        .atMost(WHOLE_LIMIT)
        .pollInterval(Duration.ofMillis(200))
        .until(() -> rig.brokers().isListening(node) && isWhole());
  }

  /** Whether all replicas of everything are in sync. */
  private boolean isWhole() {
    var admin = rig.topics().admin();
    try {
      var names =
          admin
              .listTopics(new ListTopicsOptions().listInternal(true))
              .names()
              .get(5, TimeUnit.SECONDS);
      var all = admin.describeTopics(names, new DescribeTopicsOptions().timeoutMs(5_000));
      return all.allTopicNames().get(5, TimeUnit.SECONDS).values().stream()
          .flatMap(topic -> topic.partitions().stream())
          .allMatch(p -> p.leader() != null && p.isr().size() == p.replicas().size());
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return false;
    } catch (Exception away) {
      return false;
    }
  }

  private static void last(Fault fault) {
    FaultRunner.pause(TimeUnit.MILLISECONDS.toNanos(fault.lengthMs()));
  }
}

package io.delaygate.harness.chaos;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.clients.admin.ListTopicsOptions;
import org.awaitility.Awaitility;

/** Faults of one broker at a time. Thread-safe. */
final class BrokerFaults {
  /** A slow broker alternately runs and is frozen for this time. */
  private static final int SLICE_MS = 100;

  private static final Duration WHOLE_LIMIT = Duration.ofMinutes(2);

  private final Rig rig;

  BrokerFaults(Rig rig) {
    this.rig = rig;
  }

  /** Injects a fault; returns when it is healed and all replicas are in sync again. */
  void inject(Fault fault) {
    var node = fault.victim() + 1;
    switch (fault.kind()) {
      case KILL_BROKER -> kill(node, fault);
      case FREEZE_BROKER -> freeze(node, fault);
      case RESTART_BROKER -> restart(node, fault);
      case SLOW_BROKER -> slow(node, fault);
      case CUT_OFF_BROKER -> rig.network().cutOffBroker(fault);
      case LOST_WRITES -> loseWrites(node, fault);
      default -> throw new IllegalArgumentException("no fault of a broker: " + fault);
    }
    awaitWhole(node);
  }

  private void kill(int node, Fault fault) {
    rig.brokers().kill(node);
    fault.last();
    rig.brokers().start(node);
  }

  private void restart(int node, Fault fault) {
    rig.brokers().terminate(node);
    fault.last();
    rig.brokers().start(node);
  }

  private void freeze(int node, Fault fault) {
    rig.brokers().freeze(node);
    fault.last();
    rig.brokers().thaw(node);
  }

  private void slow(int node, Fault fault) {
    var endNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(fault.lengthMs());
    while (System.nanoTime() < endNanos) {
      rig.brokers().freeze(node);
      FaultRunner.pause(TimeUnit.MILLISECONDS.toNanos(SLICE_MS));
      rig.brokers().thaw(node);
      FaultRunner.pause(TimeUnit.MILLISECONDS.toNanos(SLICE_MS));
    }
  }

  /** A power cut of one machine; the two other replicas have everything that it acknowledged. */
  private void loseWrites(int node, Fault fault) {
    awaitWhole(node);
    rig.brokers().kill(node);
    UnsyncedWrites.lose(rig.brokers().logDirectory(node), fault.random());
    fault.last();
    rig.brokers().start(node);
  }

  private void awaitWhole(int node) {
    Awaitility.await()
        .atMost(WHOLE_LIMIT)
        .pollInterval(Duration.ofMillis(200))
        .until(() -> rig.brokers().isListening(node) && isWhole());
  }

  /** Whether all replicas of all topics are in sync. */
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
}

package io.delaygate.scheduler.ops;

import io.delaygate.scheduler.ops.HealthFacts.Look;
import io.delaygate.scheduler.ops.HealthFacts.StoreLag;
import io.delaygate.service.directory.TopicStatus;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import org.apache.kafka.streams.KafkaStreams.State;

/**
 * Decision rules that turn health facts into liveness and readiness. Pure.
 *
 * <p>Live: an unreachable Kafka is not a reason for a restart, and neither is a stream thread that
 * is being replaced, since Kafka Streams makes the new one before the old one is dead. A dead
 * thread without a replacement is one: nothing in the process would bring it back, and Kafka
 * Streams stays RUNNING.
 *
 * <p>Ready: it delivers, which only a task of a RUNNING thread does. To accept a nearly restored
 * active store would gain little: the records of the limit take a fraction of a second. The limit
 * is for standbys, which are never quite at the end. They count because a rolling restart stops the
 * next instance as soon as this one is ready, and a takeover is quick only with a warm standby. An
 * instance without a task is ready. So is one whose commands wait for a sender's transaction: each
 * answer reports it, but all schedulers see the same, and one sender would take all of them out of
 * service.
 */
final class Diagnosis {
  static final String RUNNING = "RUNNING";

  /** Number of stores that are named, so that people can read the line. */
  private static final int STORES_NAMED = 8;

  private Diagnosis() {}

  /**
   * Derives the health from the facts.
   *
   * @param lagMax largest lag of a store in records
   */
  static Health of(HealthFacts facts, long lagMax) {
    var failures = failures(facts);
    var obstacles = failures.isEmpty() ? obstacles(facts, lagMax) : failures;
    return new Health(failures, obstacles, facts.blockedCommands());
  }

  private static List<String> failures(HealthFacts facts) {
    var state = facts.state();
    if (state.hasCompletedShutdown() || state == State.PENDING_ERROR) {
      return List.of("Kafka Streams is in state " + state);
    }
    var left = facts.threads().size();
    return left >= facts.threadsWanted() || state == State.PENDING_SHUTDOWN
        ? List.of()
        : List.of("only %d of %d stream threads are alive".formatted(left, facts.threadsWanted()));
  }

  private static List<String> obstacles(HealthFacts facts, long lagMax) {
    var obstacles = new ArrayList<String>();
    var running = facts.threads().stream().filter(RUNNING::equals).count();
    if (facts.state() != State.RUNNING) {
      obstacles.add("Kafka Streams is in state " + facts.state());
    } else if (running < facts.threadsWanted()) {
      obstacles.add(
          "only %d of %d stream threads are running".formatted(running, facts.threadsWanted()));
    }
    var look = facts.look();
    if (look == null) {
      obstacles.add("the lag of the stores behind their changelogs is not known yet");
    } else {
      addTopics(look, obstacles);
      addStores(look, lagMax, obstacles);
      if (!look.waitingForDisk().isEmpty()) {
        obstacles.add(
            "the disk is full: free some space; the stores of these partitions wait for it: "
                + new TreeSet<>(look.waitingForDisk()));
      }
    }
    return obstacles;
  }

  private static void addTopics(Look look, List<String> obstacles) {
    look.topics()
        .forEach(
            (topic, status) -> {
              if (status instanceof TopicStatus.Missing) {
                obstacles.add("topic " + topic + " does not exist");
              } else if (status instanceof TopicStatus.Unwritable) {
                obstacles.add(
                    "topic " + topic + " cannot be written: grant the scheduler's user WRITE");
              } else if (status instanceof TopicStatus.Unreadable) {
                obstacles.add("the brokers do not describe topic " + topic);
              }
            });
  }

  private static void addStores(Look look, long lagMax, List<String> obstacles) {
    var far = look.stores().stream().filter(store -> store.records() > lagMax).toList();
    far.stream()
        .sorted(Comparator.comparingLong(StoreLag::records).reversed())
        .limit(STORES_NAMED)
        .map(
            lag ->
                "store %s partition %d is %d records behind (limit %d)"
                    .formatted(lag.store(), lag.partition(), lag.records(), lagMax))
        .forEach(obstacles::add);
    if (far.size() > STORES_NAMED) {
      obstacles.add("%d more stores are behind".formatted(far.size() - STORES_NAMED));
    }
  }
}

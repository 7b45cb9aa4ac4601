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
 * From facts to health. Pure.
 *
 * <p>Live: a Kafka that is away is no reason for a restart, and neither is a stream thread that is
 * being replaced, since Kafka Streams makes the new one before the old one is dead. A thread that
 * died without one is: nothing in the process would ever bring it back, and Kafka Streams itself
 * goes on calling itself RUNNING.
 *
 * <p>Ready: it delivers, which only a task of a RUNNING thread does. To be content with an active
 * store that is nearly restored would gain nothing: the records of the limit take a fraction of a
 * second. The limit is there for standbys, which are never quite at the end. They count because a
 * rolling restart takes the next instance down as soon as this one is ready, and a takeover is
 * quick only where the standby is warm. An instance without any task is ready. So is one whose
 * commands wait for a sender's transaction: it is told with either answer, but every scheduler
 * meets the same, and all would be out of service because of one sender.
 */
final class Diagnosis {
  static final String RUNNING = "RUNNING";

  /** So many stores are named; the line stays one that people read. */
  private static final int STORES_NAMED = 8;

  private Diagnosis() {}

  /**
   * The diagnosis.
   *
   * @param lagMax how many records a store may be behind
   */
  static Health of(HealthFacts facts, long lagMax) {
    var failures = failures(facts);
    var obstacles = failures.isEmpty() ? obstacles(facts, lagMax) : failures;
    return new Health(failures, obstacles, facts.blockedCommands());
  }

  private static List<String> failures(HealthFacts facts) {
    var state = facts.state();
    if (state.hasCompletedShutdown() || state == State.PENDING_ERROR) {
      return List.of("Kafka Streams is in " + state);
    }
    var left = facts.threads().size();
    return left >= facts.threadsWanted() || state == State.PENDING_SHUTDOWN
        ? List.of()
        : List.of("%d of %d stream threads are left".formatted(left, facts.threadsWanted()));
  }

  private static List<String> obstacles(HealthFacts facts, long lagMax) {
    var obstacles = new ArrayList<String>();
    var running = facts.threads().stream().filter(RUNNING::equals).count();
    if (facts.state() != State.RUNNING) {
      obstacles.add("Kafka Streams is in " + facts.state());
    } else if (running < facts.threadsWanted()) {
      obstacles.add("%d of %d stream threads run".formatted(running, facts.threadsWanted()));
    }
    var look = facts.look();
    if (look == null) {
      obstacles.add("it is not known how far stores are behind their changelogs");
    } else {
      addTopics(look, obstacles);
      addStores(look, lagMax, obstacles);
      if (!look.waitingForDisk().isEmpty()) {
        obstacles.add(
            "the disk is full: the stores of these partitions wait for space: "
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
                obstacles.add("topic " + topic + " may not be written");
              } else if (status instanceof TopicStatus.Unreadable) {
                obstacles.add("the brokers do not tell about topic " + topic);
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
      obstacles.add("and so are %d more stores".formatted(far.size() - STORES_NAMED));
    }
  }
}

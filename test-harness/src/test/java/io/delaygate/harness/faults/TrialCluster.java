package io.delaygate.harness.faults;

import io.delaygate.harness.broker.BrokerOptions;
import io.delaygate.harness.broker.NodeProcesses;
import io.delaygate.harness.broker.Topics;
import io.delaygate.harness.broker.WriteRight;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.jspecify.annotations.Nullable;

/**
 * Three brokers, each a process. All topics of Delaygate are on the first two, so the third can be
 * killed without a pause for them. Brokers create missing topics. Thread-safe.
 */
final class TrialCluster implements AutoCloseable {
  /** Replicas of topics that the loss of the third broker must not affect. */
  static final List<Integer> KEPT = List.of(1, 2);

  /** Replicas of a topic without a leader while the third broker is stopped. */
  static final List<Integer> LOST = List.of(3);

  /** Replicas of a topic with one replica missing while the third broker is stopped. */
  static final List<Integer> SHORT = List.of(3, 1);

  private static final int THIRD = 3;
  private static final Duration LIMIT = Duration.ofMinutes(2);

  private final NodeProcesses brokers;
  private final Topics topics;
  private int sharing = 1;
  private int needThirdAway;

  private TrialCluster(NodeProcesses brokers) {
    this.brokers = brokers;
    this.topics = new Topics(brokers);
  }

  /** Starts the brokers. */
  static TrialCluster start() {
    var options =
        BrokerOptions.nodes(3)
            .withAuthorizer()
            .withProperty("auto.create.topics.enable", "true")
            .withProperty("transaction.state.log.min.isr", "1");
    var cluster = new TrialCluster(NodeProcesses.start(options));
    // created early, because brokers would place them on all three
    for (var internal : List.of("__consumer_offsets", "__transaction_state")) {
      cluster.create(internal, 4, KEPT, Map.of("cleanup.policy", "compact"));
    }
    return cluster;
  }

  NodeProcesses brokers() {
    return brokers;
  }

  Topics topics() {
    return topics;
  }

  /** Creates a topic with all partitions on these brokers; returns when each has a leader. */
  void create(String topic, int partitions, List<Integer> replicas, Map<String, String> configs) {
    var places =
        IntStream.range(0, partitions).boxed().collect(Collectors.toMap(p -> p, p -> replicas));
    var all = new HashMap<>(configs);
    all.putIfAbsent("min.insync.replicas", "1");
    get(topics.admin().createTopics(List.of(new NewTopic(topic, places).configs(all))).all());
    await().until(() -> topics.describe(topic).filter(TrialCluster::isWhole).isPresent());
  }

  /** Deletes a topic. */
  void delete(String topic) {
    topics.delete(topic);
  }

  boolean exists(String topic) {
    return topics.describe(topic).isPresent();
  }

  /** Changes a setting of a topic; null resets it. */
  void alter(String topic, String name, @Nullable String value) {
    topics.alter(topic, name, value);
  }

  /** Adds partitions. */
  void grow(String topic, int partitions) {
    get(topics.admin().createPartitions(Map.of(topic, NewPartitions.increaseTo(partitions))).all());
    await()
        .until(
            () ->
                topics
                    .describe(topic)
                    .filter(t -> t.partitions().size() == partitions)
                    .isPresent());
  }

  /** The right of all clients to write a topic. */
  WriteRight writeRight(String topic) {
    return new WriteRight(topics, topic);
  }

  /** Sets the number of trials that share the stopped third broker. */
  synchronized void shareThird(int trials) {
    sharing = trials;
  }

  /** Kills the third broker once all trials that share this have called. */
  void takeThirdAway() {
    synchronized (this) {
      needThirdAway++;
      if (needThirdAway == sharing) {
        brokers.kill(THIRD);
      }
    }
    await().until(() -> !brokers.isAlive(THIRD));
  }

  /** Starts the third broker once no trial needs it stopped; returns when it leads again. */
  void bringThirdBack() {
    synchronized (this) {
      if (--needThirdAway == 0) {
        brokers.start(THIRD);
      }
    }
    await().until(() -> isThirdBack());
  }

  /** Starts the third broker, whatever trials need. */
  void heal() {
    synchronized (this) {
      needThirdAway = 0;
      if (!brokers.isAlive(THIRD)) {
        brokers.start(THIRD);
      }
    }
    await().until(() -> isThirdBack());
  }

  private boolean isThirdBack() {
    var names = get(topics.admin().listTopics().names());
    return brokers.isListening(THIRD)
        && get(topics.admin().describeTopics(names).allTopicNames()).values().stream()
            .allMatch(TrialCluster::isWhole);
  }

  private static boolean isWhole(TopicDescription topic) {
    return topic.partitions().stream()
        .allMatch(p -> p.leader() != null && p.isr().size() == p.replicas().size());
  }

  static ConditionFactory await() {
    return Awaitility.await().atMost(LIMIT).pollInterval(Duration.ofMillis(100)).ignoreExceptions();
  }

  private static <T> T get(KafkaFuture<T> answer) {
    try {
      return answer.get();
    } catch (InterruptedException | ExecutionException failed) {
      throw new IllegalStateException(failed);
    }
  }

  @Override
  public void close() {
    topics.close();
    brokers.close();
  }
}

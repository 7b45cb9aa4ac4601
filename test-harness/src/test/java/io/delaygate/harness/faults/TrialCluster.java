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
 * Three brokers, each a process. Everything that Delaygate needs lies on the first two, so that the
 * third can be killed without a pause for its own topics. They create topics by themselves.
 * Thread-safe.
 */
final class TrialCluster implements AutoCloseable {
  /** Where topics lie that must not feel the loss of the third broker. */
  static final List<Integer> KEPT = List.of(1, 2);

  /** Where a topic lies that has no leader once the third broker is away. */
  static final List<Integer> LOST = List.of(3);

  /** Where a topic lies that is one replica short once the third broker is away. */
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
    // made before anybody needs them, as brokers would place them on all three
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

  /** Creates a topic whose partitions all lie on these brokers; returns when each has a leader. */
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

  /** Changes a setting of a topic; null takes it back. */
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

  /** The right of everybody to write a topic. */
  WriteRight writeRight(String topic) {
    return new WriteRight(topics, topic);
  }

  /** Lets so many trials have the third broker away at the same time. */
  synchronized void shareThird(int trials) {
    sharing = trials;
  }

  /** Kills the third broker once all who share its absence are ready for it. */
  void takeThirdAway() {
    synchronized (this) {
      needThirdAway++;
      if (needThirdAway == sharing) {
        brokers.kill(THIRD);
      }
    }
    await().until(() -> !brokers.isAlive(THIRD));
  }

  /** Brings the third broker back, once nobody else needs it away; returns when it leads again. */
  void bringThirdBack() {
    synchronized (this) {
      if (--needThirdAway == 0) {
        brokers.start(THIRD);
      }
    }
    await().until(() -> isThirdBack());
  }

  /** Brings the third broker back, whoever needs it away. */
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

package io.delaygate.harness.broker;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.AlterConfigOp.OpType;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.ConfigEntry.ConfigSource;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;

/**
 * Administration of test topics: each change returns when the broker shows it.
 *
 * <p>A broker answers from its own copy of the metadata, which follows the controller some
 * milliseconds later: without the wait the next call may see the old state. Thread-safe. Each
 * method throws {@link IllegalStateException} with Kafka's exception as cause, also after 30 s
 * without success.
 */
public final class Topics implements AutoCloseable {
  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  private final Admin admin;
  private final int nodes;

  /** Connects to the cluster; close it before the cluster. */
  public Topics(KafkaCluster cluster) {
    this.admin =
        Admin.create(
            Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, cluster.bootstrapServers()));
    this.nodes = cluster.nodes();
  }

  /** The admin client, for further calls; closed with this object. */
  public Admin admin() {
    return admin;
  }

  /** Creates a topic with a replica on each node. */
  public void create(String topic, int partitions) {
    create(topic, partitions, Map.of());
  }

  /**
   * Creates a topic with a replica on each node.
   *
   * @param configs topic settings such as {@code min.insync.replicas}
   */
  public void create(String topic, int partitions, Map<String, String> configs) {
    var wanted = new NewTopic(topic, partitions, (short) nodes).configs(configs);
    get(admin.createTopics(List.of(wanted)).all());
    await("leaders of " + topic, () -> leads(describe(topic), partitions));
  }

  /** Deletes the topic. */
  public void delete(String topic) {
    get(admin.deleteTopics(List.of(topic)).all());
    await("deletion of " + topic, () -> describe(topic).isEmpty());
  }

  /** Changes a setting of a topic, which brokers apply some time later; null removes it. */
  public void alter(String topic, String name, @Nullable String value) {
    var resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
    var entry = new ConfigEntry(name, value);
    var change = new AlterConfigOp(entry, value == null ? OpType.DELETE : OpType.SET);
    get(admin.incrementalAlterConfigs(Map.of(resource, List.of(change))).all());
  }

  /** Waits until a broker shows the topic's own setting; null for none. */
  public void awaitSetting(String topic, String name, @Nullable String value) {
    var resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
    await(name + " of " + topic, () -> Objects.equals(setting(resource, name), value));
  }

  private @Nullable String setting(ConfigResource topic, String name) {
    return get(admin.describeConfigs(List.of(topic)).all()).values().stream()
        .map(config -> config.get(name))
        .filter(entry -> entry.source() == ConfigSource.DYNAMIC_TOPIC_CONFIG)
        .map(ConfigEntry::value)
        .findFirst()
        .orElse(null);
  }

  /** The present description of the topic; empty if it does not exist. */
  public Optional<TopicDescription> describe(String topic) {
    return describe(admin, topic);
  }

  private static Optional<TopicDescription> describe(Admin admin, String topic) {
    var options = new DescribeTopicsOptions().includeAuthorizedOperations(true);
    var answer = admin.describeTopics(List.of(topic), options).allTopicNames();
    try {
      return get(answer).values().stream().findFirst();
    } catch (IllegalStateException e) {
      if (e.getCause() instanceof UnknownTopicOrPartitionException) {
        return Optional.empty();
      }
      throw e;
    }
  }

  /** The operations that this client may do on the topic: all, if the cluster has no authorizer. */
  public Set<AclOperation> operations(String topic) {
    return operations(admin, topic);
  }

  /** The operations that another client may do on the topic. */
  static Set<AclOperation> operations(Admin client, String topic) {
    return describe(client, topic).map(TopicDescription::authorizedOperations).orElse(Set.of());
  }

  @Override
  public void close() {
    admin.close();
  }

  /** Waits until the condition, which queries the cluster, is true. */
  static void await(String what, BooleanSupplier condition) {
    long deadline = System.nanoTime() + LIMIT.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - deadline > 0) {
        throw new IllegalStateException("no " + what + " within " + LIMIT);
      }
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }

  static <T> T get(KafkaFuture<T> answer) {
    try {
      return answer.get(LIMIT.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    } catch (TimeoutException e) {
      throw new IllegalStateException("the broker did not answer within " + LIMIT, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private static boolean leads(Optional<TopicDescription> topic, int partitions) {
    return topic.stream()
            .flatMap(t -> t.partitions().stream())
            .filter(p -> p.leader() != null)
            .count()
        == partitions;
  }
}

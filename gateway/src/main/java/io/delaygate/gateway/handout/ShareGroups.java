package io.delaygate.gateway.handout;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.consumer.KafkaShareConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.InvalidConfigurationException;

/** The share groups of queues: each is called as the topic that it reads. Thread-safe. */
public final class ShareGroups {
  /** With others, jobs would be read that are not there yet, or missed. */
  private static final Map<String, String> NEEDED =
      Map.of("share.isolation.level", "read_committed", "share.auto.offset.reset", "earliest");

  /** With fewer, jobs would be given up early. Brokers of Kafka 4.2 have it for all groups only. */
  private static final Map<String, String> WANTED = Map.of("share.delivery.count.limit", "10");

  private final Supplier<Optional<String>> obstacle;
  private final Consumer<String> configure;
  private final BiFunction<String, Integer, KafkaShareConsumer<byte[], byte[]>> consumers;
  private final Set<String> configured = ConcurrentHashMap.newKeySet();

  /**
   * Groups.
   *
   * @param obstacle why no queue can be read; empty when they can
   * @param configure makes a group ready, by its name
   * @param consumers opens a consumer of a group that takes so many records at a time, with
   *     explicit acknowledgement
   */
  public ShareGroups(
      Supplier<Optional<String>> obstacle,
      Consumer<String> configure,
      BiFunction<String, Integer, KafkaShareConsumer<byte[], byte[]>> consumers) {
    this.obstacle = obstacle;
    this.configure = configure;
    this.consumers = consumers;
  }

  /** Groups on a cluster; the client stays the caller's, and must outlive them. */
  public static ShareGroups of(
      Admin admin,
      ShareSupport support,
      BiFunction<String, Integer, KafkaShareConsumer<byte[], byte[]>> consumers) {
    return new ShareGroups(support::obstacle, group -> configure(admin, group), consumers);
  }

  /** Why no queue can be read; empty when they can, and while nobody knows. */
  Optional<String> obstacle() {
    return obstacle.get();
  }

  /**
   * Readers of a topic, whose group is made ready first.
   *
   * @param ticker monotonic nanoseconds
   * @throws KafkaException if the brokers refuse it, or do not answer
   */
  Readers readers(String topic, LongSupplier ticker) {
    if (!configured.contains(topic)) {
      configure.accept(topic);
      configured.add(topic);
    }
    return new Readers(topic, most -> consumers.apply(topic, most), ticker);
  }

  private static void configure(Admin admin, String group) {
    var resource = new ConfigResource(ConfigResource.Type.GROUP, group);
    configure(
        group,
        config ->
            admin
                .incrementalAlterConfigs(Map.of(resource, changes(config)))
                .all()
                .toCompletionStage());
  }

  /**
   * Makes a group ready; without {@link #WANTED} where the brokers do not know that.
   *
   * @param change asks the brokers for these settings
   * @throws KafkaException if the brokers refuse what is needed, or do not answer
   */
  static void configure(String group, Function<Map<String, String>, CompletionStage<Void>> change) {
    await(group, change.apply(NEEDED));
    try {
      await(group, change.apply(WANTED));
    } catch (KafkaException refused) {
      if (!(refused.getCause() instanceof InvalidConfigurationException)) {
        throw refused;
      }
    }
  }

  private static void await(String group, CompletionStage<Void> change) {
    try {
      change.toCompletableFuture().get();
    } catch (ExecutionException failed) {
      throw new KafkaException("The share group " + group + " cannot be set up", failed.getCause());
    } catch (InterruptedException interrupted) {
      throw new InterruptException(interrupted);
    }
  }

  private static List<AlterConfigOp> changes(Map<String, String> config) {
    return config.entrySet().stream()
        .map(entry -> new ConfigEntry(entry.getKey(), entry.getValue()))
        .map(entry -> new AlterConfigOp(entry, AlterConfigOp.OpType.SET))
        .toList();
  }
}

package io.delaygate.harness.e2e;

import io.delaygate.harness.broker.KafkaCluster;
import io.delaygate.harness.broker.Topics;
import io.delaygate.scheduler.app.Scheduler;
import io.delaygate.scheduler.app.Scheduler.Clocks;
import io.delaygate.scheduler.settings.SchedulerSettings;
import io.delaygate.schemas.topics.TopicDefinitions;
import io.delaygate.schemas.topics.TopicNames;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.awaitility.Awaitility;

/**
 * One Delaygate on a shared cluster, under a prefix of its own: topics, in-process schedulers, a
 * client. Closing it stops what it started.
 */
final class Installation implements AutoCloseable {
  static final Duration LIMIT = Duration.ofSeconds(60);

  private final KafkaCluster cluster;
  private final Path stateDir;
  private final TopicNames names;
  private final List<Scheduler> schedulers = new ArrayList<>();
  private final Topics topics;
  private final Client client;

  Installation(KafkaCluster cluster, Path stateDir) {
    this(cluster, stateDir, 4);
  }

  Installation(KafkaCluster cluster, Path stateDir, int partitions) {
    this.cluster = cluster;
    this.stateDir = stateDir;
    this.names = TopicNames.prefixed("t" + UUID.randomUUID().toString().substring(0, 8) + "-");
    this.topics = new Topics(cluster);
    for (var topic : TopicDefinitions.all(names, partitions)) {
      topics.create(topic.name(), topic.numPartitions(), topic.configs());
    }
    this.client = new Client(cluster.bootstrapServers(), names.requests());
  }

  /** A target topic with a name of its own. */
  String target(String name, int partitions) {
    var topic = unique(name);
    topics.create(topic, partitions);
    return topic;
  }

  /** A name that no other installation uses. */
  String unique(String name) {
    return names.applicationId().replace("delaygate", name);
  }

  /** Starts a scheduler and waits until it delivers. */
  Scheduler startScheduler(String name, Map<String, String> more) {
    var scheduler =
        Scheduler.start(
            SchedulerSettings.of(settings(name, more)),
            new Clocks(System::currentTimeMillis, System::nanoTime));
    schedulers.add(scheduler);
    Awaitility.await().atMost(LIMIT).until(() -> scheduler.health().ready());
    return scheduler;
  }

  Scheduler startScheduler(String name) {
    return startScheduler(name, Map.of());
  }

  /** The settings of a scheduler of this installation. */
  Map<String, String> settings(String name, Map<String, String> more) {
    var settings = new HashMap<String, String>();
    settings.put("bootstrap.servers", cluster.bootstrapServers());
    settings.put("topic.prefix", prefix());
    settings.put("state.dir", stateDir.resolve(name).toString());
    settings.put("http.port", "0");
    settings.put("query.port", "0");
    settings.putAll(more);
    return settings;
  }

  void stop(Scheduler scheduler) {
    schedulers.remove(scheduler);
    scheduler.close();
  }

  String prefix() {
    return names.requests().replace("delay-requests", "");
  }

  TopicNames names() {
    return names;
  }

  Topics topics() {
    return topics;
  }

  Client client() {
    return client;
  }

  /** One more client, with producer settings of its own; the caller closes it. */
  Client client(Map<String, Object> more) {
    return new Client(cluster.bootstrapServers(), names.requests(), more);
  }

  String bootstrapServers() {
    return cluster.bootstrapServers();
  }

  Reader read(String topic) {
    return new Reader(cluster.bootstrapServers(), topic);
  }

  Reader deadLetters() {
    return read(names.deadLetters());
  }

  @Override
  public void close() {
    client.close();
    List.copyOf(schedulers).forEach(this::stop);
    topics.close();
  }
}

package io.delaygate.harness.e2e;

import io.delaygate.harness.broker.KafkaCluster;
import io.delaygate.harness.broker.Reader;
import io.delaygate.harness.broker.Topics;
import io.delaygate.harness.process.Service;
import io.delaygate.scheduler.app.SchedulerService;
import io.delaygate.scheduler.settings.SchedulerSettings;
import io.delaygate.scheduler.topics.TopicPlan;
import io.delaygate.schemas.topics.TopicDefinitions;
import io.delaygate.schemas.topics.TopicNames;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;

/**
 * Delaygate on a shared cluster, under its own prefix: topics, schedulers and a client. {@link
 * Services} decides how schedulers run. Closing it stops what it started.
 */
final class Installation implements AutoCloseable {
  static final Duration LIMIT = Duration.ofSeconds(60);

  private final KafkaCluster cluster;
  private final Path stateDir;
  private final TopicNames names;
  private final List<Service> schedulers = new ArrayList<>();
  private final int partitions;
  private final Topics topics;
  private final Client client;

  Installation(KafkaCluster cluster, Path stateDir) {
    this(cluster, stateDir, 4);
  }

  Installation(KafkaCluster cluster, Path stateDir, int partitions) {
    this.cluster = cluster;
    this.stateDir = stateDir;
    this.partitions = partitions;
    this.names = TopicNames.prefixed("t" + UUID.randomUUID().toString().substring(0, 8) + "-");
    this.topics = new Topics(cluster);
    cluster.grant(names, unique(""));
    for (var topic : TopicDefinitions.all(names, partitions)) {
      topics.create(topic.name(), topic.numPartitions(), topic.configs());
    }
    this.client = new Client(cluster.bootstrapServers(), names.requests());
  }

  /** Grants the rights for queues; tests without this call show that nothing else needs them. */
  void allowQueues() {
    cluster.grantQueues(names);
  }

  /** Creates a target topic with a unique name. */
  String target(String name, int partitions) {
    var topic = unique(name);
    topics.create(topic, partitions);
    return topic;
  }

  /** A name that no other installation uses. */
  String unique(String name) {
    return prefix() + "app-" + name;
  }

  /** Starts a scheduler and waits until it is ready. */
  Service startScheduler(String name, Map<String, String> more) {
    return awaitReady(List.of(start(name, more))).get(0);
  }

  Service startScheduler(String name) {
    return startScheduler(name, Map.of());
  }

  /** Starts the usual number of schedulers, and waits until they are ready. */
  List<Service> startSchedulers(Map<String, String> more) {
    return awaitReady(
        IntStream.range(0, Services.chosen().usual())
            .mapToObj(i -> start("scheduler-" + i, more))
            .toList());
  }

  /**
   * Starts a scheduler in this JVM, regardless of {@link Services}, and waits until it is ready.
   */
  SchedulerService startHere(String name) {
    var here = Services.SchedulerHere.start(settings(name, Map.of()));
    schedulers.add(here);
    awaitReady(List.of(here));
    return here.scheduler();
  }

  /** Starts a scheduler; does not wait until it is ready. */
  Service start(String name, Map<String, String> more) {
    var settings = settings(name, more);
    if (cluster.isRestricted()) {
      createChangelogs(settings);
    }
    var scheduler = Services.chosen().scheduler(settings, output(name));
    schedulers.add(scheduler);
    return scheduler;
  }

  /** Creates the missing changelogs of a scheduler with these settings. */
  void createChangelogs(Map<String, String> settings) {
    TopicPlan.of(SchedulerSettings.of(settings), partitions).stream()
        .filter(topic -> topic.role().isChangelog() && topics.describe(topic.name()).isEmpty())
        .forEach(topic -> topics.create(topic.name(), topic.partitions(), topic.configs()));
  }

  private static List<Service> awaitReady(List<Service> started) {
    started.forEach(one -> Awaitility.await().atMost(LIMIT).until(one::isReady));
    return started;
  }

  /** Settings of a scheduler of this installation. */
  Map<String, String> settings(String name, Map<String, String> more) {
    var settings = connection(cluster.schedulerSettings());
    settings.put("state.dir", stateDir.resolve(name).toString());
    settings.put("http.port", "0");
    settings.put("query.port", "0");
    settings.putAll(more);
    return settings;
  }

  /** Settings of a gateway of this installation. */
  Map<String, String> gatewaySettings() {
    return connection(cluster.gatewaySettings());
  }

  private Map<String, String> connection(Map<String, String> service) {
    var settings = new HashMap<>(service);
    settings.put("topic.prefix", prefix());
    return settings;
  }

  /** A file or folder of a scheduler's state whose path ends like this. */
  Path left(String scheduler, Path ending) throws IOException {
    try (var files = Files.walk(stateDir.resolve(scheduler))) {
      return files.filter(file -> file.endsWith(ending)).findFirst().orElseThrow();
    }
  }

  /** Output file of a process. */
  Path output(String name) {
    return stateDir.resolve(name + ".log");
  }

  /** Stops a scheduler cleanly. */
  void stop(Service scheduler) {
    schedulers.remove(scheduler);
    scheduler.close();
  }

  /** Stops all schedulers cleanly. */
  void stopSchedulers() {
    List.copyOf(schedulers).forEach(this::stop);
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

  /** Another client with these producer settings; the caller closes it. */
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
    schedulers.parallelStream().forEach(Service::close);
    topics.close();
  }
}

package io.delaygate.harness.faults;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.delaygate.harness.process.Metrics;
import io.delaygate.harness.process.Service;
import io.delaygate.scheduler.settings.SchedulerSettings;
import io.delaygate.scheduler.topics.TopicPlan;
import io.delaygate.schemas.topics.TopicDefinitions;
import io.delaygate.schemas.topics.TopicNames;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.awaitility.Awaitility;

/**
 * Delaygate on a trial cluster: two schedulers with one stream thread and one partition of commands
 * each, and a gateway with a second namespace. Thread-safe once it is constructed.
 */
final class TrialInstallation implements AutoCloseable {
  /**
   * One for each scheduler, so that poisoned jobs share task, thread and transaction with canaries.
   */
  static final int PARTITIONS = 2;

  /** Namespace without poisoned jobs. */
  static final String NAMESPACE = "neighbour";

  static final String TOKEN = "root";

  private static final Duration LIMIT = Duration.ofMinutes(2);

  private final TrialCluster cluster;
  private final Path folder;
  private final TopicNames names =
      TopicNames.prefixed("t" + UUID.randomUUID().toString().substring(0, 8) + "-");
  private final TopicFaults faults = new TopicFaults();
  private final List<Service> schedulers = new ArrayList<>();
  private final Service gateway;
  private final JobSender sender;
  private final HttpJobs http;

  /**
   * Starts everything and returns when it is ready.
   *
   * @param way way in which schedulers run
   * @param more settings of schedulers
   */
  TrialInstallation(TrialCluster cluster, Path folder, ServiceStart way, Map<String, String> more) {
    this.cluster = cluster;
    this.folder = folder;
    createTopics();
    for (var i = 0; i < way.schedulers(); i++) {
      schedulers.add(
          way.scheduler(settings("scheduler-" + i, more), output("scheduler-" + i), faults));
    }
    schedulers.forEach(TrialInstallation::awaitReady);
    gateway = ServiceStart.gateway(gatewaySettings());
    awaitReady(gateway);
    sender = new JobSender(cluster.brokers().bootstrapServers(), names.requests());
    http = new HttpJobs("http://127.0.0.1:" + gateway.port());
    makeNamespace();
  }

  private void createTopics() {
    for (var topic : TopicDefinitions.all(names, PARTITIONS)) {
      cluster.create(topic.name(), topic.numPartitions(), TrialCluster.KEPT, topic.configs());
    }
    var settings = SchedulerSettings.of(settings("plan", Map.of()));
    TopicPlan.of(settings, PARTITIONS).stream()
        .filter(topic -> topic.role().isChangelog())
        .forEach(
            topic -> cluster.create(topic.name(), PARTITIONS, TrialCluster.KEPT, topic.configs()));
  }

  private void makeNamespace() {
    Awaitility.await()
        .atMost(LIMIT)
        .until(
            () ->
                http.call("PUT", "/v1/admin/namespaces/" + NAMESPACE, "{}", "").status() / 100
                    == 2);
    Awaitility.await()
        .atMost(LIMIT)
        .until(() -> http.call("GET", "/v1/jobs", null, NAMESPACE).status() == 200);
  }

  private Map<String, String> settings(String name, Map<String, String> more) {
    var settings = new HashMap<String, String>();
    settings.put("bootstrap.servers", cluster.brokers().bootstrapServers());
    settings.put("topic.prefix", prefix());
    settings.put("state.dir", folder.resolve(name).toString());
    settings.put("group.instance.id", name);
    settings.put("http.port", "0");
    settings.put("query.port", "0");
    settings.put("stream.threads", "1");
    // events are in the same transactions
    settings.put("events", "PARKED,DELIVERED,DEAD");
    // a producer's metadata refresh that would recreate a topic happens within a trial
    settings.put("producer.metadata.max.age.ms", "5000");
    settings.putAll(more);
    return settings;
  }

  private Map<String, String> gatewaySettings() {
    return Map.of(
        "bootstrap.servers",
        cluster.brokers().bootstrapServers(),
        "topic.prefix",
        prefix(),
        "http.port",
        "0",
        "scheduler.urls",
        Service.urls(schedulers),
        "auth.tokens.file",
        tokens().toString());
  }

  private Path tokens() {
    try {
      var hash = MessageDigest.getInstance("SHA-256").digest(TOKEN.getBytes(UTF_8));
      return Files.writeString(
          folder.resolve("tokens"), TOKEN + " admin " + HexFormat.of().formatHex(hash));
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    } catch (NoSuchAlgorithmException never) {
      throw new IllegalStateException(never);
    }
  }

  private static void awaitReady(Service service) {
    Awaitility.await().atMost(LIMIT).until(service::isReady);
  }

  private Path output(String name) {
    return folder.resolve(name + ".log");
  }

  TrialCluster cluster() {
    return cluster;
  }

  TopicNames names() {
    return names;
  }

  TopicFaults faults() {
    return faults;
  }

  JobSender sender() {
    return sender;
  }

  HttpJobs http() {
    return http;
  }

  List<Service> schedulers() {
    return List.copyOf(schedulers);
  }

  /** A name that no other installation uses. */
  String unique(String name) {
    return prefix() + "app-" + name;
  }

  private String prefix() {
    return names.requests().replace("delay-requests", "");
  }

  /** A reader of a topic, from its beginning. */
  TopicReader read(String topic) {
    return new TopicReader(cluster.brokers().bootstrapServers(), topic);
  }

  /** Number of replaced stream threads so far. */
  long threadsReplaced() {
    return schedulers.stream()
        .mapToLong(scheduler -> Metrics.of(scheduler, "delaygate_thread_restarts_total "))
        .sum();
  }

  /** Number of schedulers that say they are alive. */
  long alive() {
    return schedulers.stream()
        .filter(
            scheduler ->
                Metrics.get(scheduler.port(), "/healthz")
                    .filter(answer -> answer.statusCode() == 200)
                    .isPresent())
        .count();
  }

  @Override
  public void close() {
    sender.close();
    gateway.close();
    schedulers.parallelStream().forEach(Service::close);
  }
}

package io.delaygate.harness.bench;

import io.delaygate.harness.broker.BrokerOptions;
import io.delaygate.harness.broker.BrokerProcess;
import io.delaygate.harness.broker.Topics;
import io.delaygate.harness.distribution.Distribution;
import io.delaygate.harness.process.Metrics;
import io.delaygate.harness.process.Service;
import io.delaygate.harness.process.ServiceProcess;
import io.delaygate.schemas.topics.TopicNames;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.utils.Utils;

/** A broker, schedulers and gateways, each in its process, and what is needed to reach them. */
final class Rig implements AutoCloseable {
  /** The scheduler's default, see its CONFIGURATION.md. */
  static final int PARTITIONS = 16;

  /** As a small broker has it; the rest of the machine's memory is its page cache. */
  private static final List<String> BROKER_FLAGS = List.of("-Xms1g", "-Xmx1g", "-XX:+UseG1GC");

  private final Path folder;
  private final BrokerProcess broker;
  private final Topics topics;
  private final Map<String, String> settings;
  private final Map<String, String> environment;
  private final Map<String, ServiceProcess> schedulers = new HashMap<>();
  private final List<ServiceProcess> gateways = new ArrayList<>();

  /**
   * Starts a broker.
   *
   * @param brokerProperties other than the broker's defaults
   * @param settings of schedulers, other than their defaults
   */
  Rig(Bench bench, Map<String, String> brokerProperties, Map<String, String> settings) {
    this.folder = newFolder(bench.folder());
    this.settings = settings;
    this.environment = environment();
    var options = BrokerOptions.singleNode().withDataDir(folder.resolve("kafka"));
    for (var property : brokerProperties.entrySet()) {
      options = options.withProperty(property.getKey(), property.getValue());
    }
    this.broker = BrokerProcess.start(options, BROKER_FLAGS);
    this.topics = new Topics(broker);
  }

  /** What is shipped, with one scheduler. */
  static Rig standard(Bench bench) {
    return with(bench, Map.of(), Map.of());
  }

  /** One scheduler, ready. */
  static Rig with(Bench bench, Map<String, String> brokerProperties, Map<String, String> settings) {
    return new Rig(bench, brokerProperties, settings).ready(List.of(Map.of()));
  }

  /**
   * Starts schedulers and waits until they are ready; if one never is, nothing is left running.
   *
   * @param settings of each of them, besides those of all
   */
  Rig ready(List<Map<String, String>> settings) {
    try {
      for (var i = 0; i < settings.size(); i++) {
        startScheduler("scheduler-" + i, settings.get(i));
      }
      schedulers.values().forEach(ServiceProcess::awaitReady);
      return this;
    } catch (RuntimeException | Error failed) {
      close();
      throw failed;
    }
  }

  private static Map<String, String> environment() {
    var flags = System.getProperty("bench.scheduler.flags", "");
    return flags.isEmpty() ? Map.of() : Map.of("JAVA_OPTS", flags);
  }

  private void startScheduler(String name, Map<String, String> more) {
    var all = new HashMap<>(settings);
    all.put("bootstrap.servers", broker.bootstrapServers());
    all.put("topics.create", "true");
    all.put("state.dir", stateOf(name).toString());
    all.put("http.port", "0");
    all.put("query.port", "0");
    all.putAll(more);
    var started =
        ServiceProcess.ofDistribution(
            Distribution.scheduler().bin("delaygate-scheduler"), all, environment, log(name));
    schedulers.put(name, started);
  }

  /** One more, ready. */
  ServiceProcess startGateway() {
    return startGateway(Map.of());
  }

  /** The same with further settings. */
  ServiceProcess startGateway(Map<String, String> more) {
    return startGateway(more, Map.of());
  }

  /** The same in another environment. */
  ServiceProcess startGateway(Map<String, String> more, Map<String, String> variables) {
    var all = new HashMap<String, String>();
    all.put("bootstrap.servers", broker.bootstrapServers());
    all.put("http.port", "0");
    all.put("scheduler.urls", Service.urls(List.copyOf(schedulers.values())));
    all.putAll(more);
    var started =
        ServiceProcess.ofDistribution(
            Distribution.gateway().bin("delaygate-gateway"),
            all,
            variables,
            log("gateway-" + gateways.size()));
    gateways.add(started);
    return started.awaitReady();
  }

  ServiceProcess scheduler(String name) {
    return Objects.requireNonNull(schedulers.get(name), name);
  }

  /** The only one, or the first. */
  ServiceProcess scheduler() {
    return scheduler("scheduler-0");
  }

  Path stateOf(String name) {
    return folder.resolve(name);
  }

  private Path log(String name) {
    return folder.resolve(name + ".log");
  }

  /** A topic for jobs. */
  String target(String name) {
    topics.create(name, 4);
    return name;
  }

  String bootstrapServers() {
    return broker.bootstrapServers();
  }

  /** Waits until a scheduler's own count of pending jobs is as wanted. */
  void awaitPending(long jobs, Duration limit) {
    var end = System.nanoTime() + limit.toNanos();
    while (pending() != jobs) {
      if (System.nanoTime() > end) {
        throw new IllegalStateException("not " + jobs + " jobs pending after " + limit);
      }
      Bench.pass(Duration.ofMillis(200));
    }
  }

  private long pending() {
    return sum("delaygate_pending_jobs");
  }

  /** A metric of all schedulers together. */
  long sum(String metric) {
    return schedulers.values().stream().mapToLong(one -> Metrics.of(one, metric)).sum();
  }

  /** The sum of the end offsets of all partitions of all topics but Kafka's own. */
  long endOffsets() {
    return endOffsets(topics());
  }

  /** Names of all topics but Kafka's own. */
  Set<String> topics() {
    try {
      return topics.admin().listTopics().names().get();
    } catch (InterruptedException | ExecutionException failed) {
      throw new IllegalStateException(failed);
    }
  }

  /** Those of some topics, records and markers of transactions together. */
  long endOffsets(Set<String> names) {
    try {
      var partitions =
          topics.admin().describeTopics(names).allTopicNames().get().values().stream()
              .flatMap(
                  topic ->
                      topic.partitions().stream()
                          .map(info -> new TopicPartition(topic.name(), info.partition())))
              .collect(Collectors.toMap(p -> p, p -> OffsetSpec.latest()));
      return topics.admin().listOffsets(partitions).all().get().values().stream()
          .mapToLong(ListOffsetsResultInfo::offset)
          .sum();
    } catch (InterruptedException | ExecutionException failed) {
      throw new IllegalStateException(failed);
    }
  }

  /** Bytes of each topic's log, those of Kafka's own topics and of markers included. */
  Map<String, Long> bytesByTopic() {
    try {
      return topics.admin().describeLogDirs(brokers()).allDescriptions().get().values().stream()
          .flatMap(broker -> broker.values().stream())
          .flatMap(folder -> folder.replicaInfos().entrySet().stream())
          .collect(
              Collectors.groupingBy(
                  replica -> replica.getKey().topic(),
                  TreeMap::new,
                  Collectors.summingLong(replica -> replica.getValue().size())));
    } catch (InterruptedException | ExecutionException failed) {
      throw new IllegalStateException(failed);
    }
  }

  private List<Integer> brokers() throws InterruptedException, ExecutionException {
    return topics.admin().describeCluster().nodes().get().stream().map(Node::id).toList();
  }

  /** Ends the broker at once. */
  void killBroker() {
    broker.kill();
  }

  /** Starts it again; returns when it answers. */
  void startBroker() {
    broker.start();
  }

  long brokerPid() {
    return broker.pid();
  }

  /** The partition of commands that an id belongs to, as stock producers have it. */
  static int partitionOf(byte[] id) {
    return Utils.toPositive(Utils.murmur2(id)) % PARTITIONS;
  }

  static String requests() {
    return TopicNames.prefixed("").requests();
  }

  @Override
  public void close() {
    topics.close();
    gateways.forEach(ServiceProcess::kill);
    schedulers.values().forEach(ServiceProcess::kill);
    broker.close();
    delete(folder);
  }

  private static Path newFolder(Path parent) {
    try {
      return Files.createTempDirectory(Files.createDirectories(parent), "rig");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static void delete(Path folder) {
    try (var paths = Files.walk(folder)) {
      for (var path : paths.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(path);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

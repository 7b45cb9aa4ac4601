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

/** Broker, schedulers and gateways of a benchmark, each in its own process. */
final class Rig implements AutoCloseable {
  /** Number of partitions by the scheduler's default, see its CONFIGURATION.md. */
  static final int PARTITIONS = 16;

  /** Flags of a small broker; its page cache uses the rest of the memory. */
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
   * @param brokerProperties broker properties that differ from the defaults
   * @param settings settings of schedulers that differ from the defaults
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

  /** A rig with default settings and one ready scheduler. */
  static Rig standard(Bench bench) {
    return with(bench, Map.of(), Map.of());
  }

  /** A rig with one ready scheduler. */
  static Rig with(Bench bench, Map<String, String> brokerProperties, Map<String, String> settings) {
    return new Rig(bench, brokerProperties, settings).ready(List.of(Map.of()));
  }

  /**
   * Starts schedulers and waits until they are ready; on a failure it stops everything.
   *
   * @param settings settings of each scheduler, besides the common ones
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

  /** Starts one more gateway and waits until it is ready. */
  ServiceProcess startGateway() {
    return startGateway(Map.of());
  }

  /** The same with further settings. */
  ServiceProcess startGateway(Map<String, String> more) {
    return startGateway(more, Map.of());
  }

  /** The same with further environment variables. */
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

  /** The first scheduler. */
  ServiceProcess scheduler() {
    return scheduler("scheduler-0");
  }

  Path stateOf(String name) {
    return folder.resolve(name);
  }

  private Path log(String name) {
    return folder.resolve(name + ".log");
  }

  /** Creates a target topic. */
  String target(String name) {
    topics.create(name, 4);
    return name;
  }

  String bootstrapServers() {
    return broker.bootstrapServers();
  }

  /** Waits until the schedulers count this many pending jobs. */
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

  /** Sum of a metric of all schedulers. */
  long sum(String metric) {
    return schedulers.values().stream().mapToLong(one -> Metrics.of(one, metric)).sum();
  }

  /** Sum of the end offsets of all partitions, without Kafka's internal topics. */
  long endOffsets() {
    return endOffsets(topics());
  }

  /** Names of all topics, without Kafka's internal ones. */
  Set<String> topics() {
    try {
      return topics.admin().listTopics().names().get();
    } catch (InterruptedException | ExecutionException failed) {
      throw new IllegalStateException(failed);
    }
  }

  /** Sum of the end offsets of these topics, which counts records and transaction markers. */
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

  /** Size of each topic's log in bytes, including internal topics and markers. */
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

  /** Kills the broker. */
  void killBroker() {
    broker.kill();
  }

  /** Starts the broker again; returns when it answers. */
  void startBroker() {
    broker.start();
  }

  long brokerPid() {
    return broker.pid();
  }

  /** Partition of commands that a default producer chooses for an id. */
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

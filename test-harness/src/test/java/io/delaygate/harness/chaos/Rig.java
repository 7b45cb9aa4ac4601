package io.delaygate.harness.chaos;

import static org.apache.kafka.common.acl.AclPermissionType.ALLOW;
import static org.apache.kafka.common.acl.AclPermissionType.DENY;

import io.delaygate.harness.broker.BrokerOptions;
import io.delaygate.harness.broker.NodeProcesses;
import io.delaygate.harness.broker.Topics;
import io.delaygate.harness.disk.DiskFaults;
import io.delaygate.harness.distribution.Distribution;
import io.delaygate.harness.process.FakeClock;
import io.delaygate.harness.process.Metrics;
import io.delaygate.harness.process.Service;
import io.delaygate.harness.process.ServiceProcess;
import io.delaygate.schemas.topics.TopicDefinitions;
import io.delaygate.schemas.topics.TopicNames;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

/**
 * Installation of a run: brokers, two schedulers and two gateways, each a process. Closing it stops
 * everything. Thread-safe once it is constructed.
 */
final class Rig implements AutoCloseable {
  static final int PARTITIONS = 4;

  static final TopicNames NAMES = TopicNames.prefixed("");

  /**
   * Target with timestamps of the scheduler, which show the emission by that clock. It has one
   * partition, so that repeated refusals are noticed.
   */
  static final String STAMPED_BY_SCHEDULER = "orders";

  /** Target with timestamps of the broker, which show the real time of the write. */
  static final String STAMPED_BY_BROKER = "reminders";

  /**
   * Target with one partition that may refuse jobs, or be deleted with its records. Its jobs are
   * not acknowledged.
   */
  static final String FRAGILE = "notices";

  /** Targets that lose no record. */
  static final List<String> TARGETS = List.of(STAMPED_BY_SCHEDULER, STAMPED_BY_BROKER);

  /**
   * Lag of the schedulers' clocks, so that a target can refuse the timestamps of all their records
   * but not those of transaction markers, which brokers write.
   */
  static final long BEHIND_MS = 100;

  /** Topic of outcomes for clients that use Kafka. */
  static final String CLIENT_REPLIES = "client-replies";

  /** Topic of dead letters for some jobs. */
  static final String CLIENT_LETTERS = "client-letters";

  /** Wait for a reservation of a delivered job: as short as other leases of the load. */
  static final long RESERVE_WAIT_MS = 2_000;

  /**
   * Number of the scheduler with little memory for its stores, which thus writes and reads files
   * all the time.
   */
  private static final int SMALL_MEMORY = 1;

  private static final long SMALL_BYTES = 2 << 20;
  private static final long LARGE_BYTES = 64 << 20;

  private static final Duration READY_LIMIT = Duration.ofMinutes(3);

  private final Path folder;
  private final boolean hasDiskErrors;
  private final Network network;
  private final NodeProcesses brokers;
  private final Topics topics;
  private final List<StateDisk> disks = new ArrayList<>();
  private final List<FakeClock> clocks = new ArrayList<>();
  private final List<DiskFaults> diskFaults = new ArrayList<>();
  private final List<Unit> schedulers = new ArrayList<>();
  private final List<Unit> gateways = new ArrayList<>();
  private final Thread closing = new Thread(this::release, "close-rig");

  /** Starts everything, with output and state in the folder; returns when it is ready. */
  Rig(Shape shape, Path folder) {
    this.folder = folder;
    hasDiskErrors = shape.kinds().contains(FaultKind.DISK_ERRORS);
    // kept in the folder, so that the output of brokers can be read after a failure
    network = new Network(shape.brokers());
    brokers =
        NodeProcesses.start(
            network.listenersOf(
                BrokerOptions.nodes(shape.brokers())
                    .withAuthorizer()
                    .withDataDir(folder.resolve("kafka"))));
    topics = new Topics(brokers);
    // brokers end with this process, but services and mounts do not
    Runtime.getRuntime().addShutdownHook(closing);
    try {
      createTopics();
      IntStream.range(0, Shape.SCHEDULERS).forEach(i -> startScheduler(folder, i));
      IntStream.range(0, Shape.GATEWAYS).forEach(i -> startGateway(folder, i));
      awaitReady();
    } catch (RuntimeException | Error failed) {
      close();
      throw failed;
    }
  }

  private void createTopics() {
    for (var topic : TopicDefinitions.all(NAMES, PARTITIONS)) {
      topics.create(topic.name(), topic.numPartitions(), topic.configs());
    }
    topics.create(STAMPED_BY_SCHEDULER, 1);
    hideSettings(STAMPED_BY_SCHEDULER);
    topics.create(STAMPED_BY_BROKER, 3, Map.of("message.timestamp.type", "LogAppendTime"));
    createFragile();
    topics.create(CLIENT_REPLIES, 2);
    topics.create(CLIENT_LETTERS, 2);
  }

  /** Denies reading the topic's settings, so that schedulers must learn them from refusals. */
  private void hideSettings(String topic) {
    var pattern = new ResourcePattern(ResourceType.TOPIC, topic, PatternType.LITERAL);
    var acls =
        Map.of(AclOperation.ALL, ALLOW, AclOperation.DESCRIBE_CONFIGS, DENY).entrySet().stream()
            .map(
                right ->
                    new AccessControlEntry("User:ANONYMOUS", "*", right.getKey(), right.getValue()))
            .map(entry -> new AclBinding(pattern, entry))
            .toList();
    try {
      topics.admin().createAcls(acls).all().get();
    } catch (InterruptedException | ExecutionException failed) {
      throw new IllegalStateException(failed);
    }
  }

  /** Output of all starts of a scheduler. */
  List<String> output(int scheduler) {
    return lines(schedulers.get(scheduler));
  }

  /**
   * Creates the fragile target if it does not exist. It requires all its replicas in sync, so that
   * it takes nothing while a broker is unavailable.
   */
  void createFragile() {
    if (topics.describe(FRAGILE).isEmpty()) {
      var all = Integer.toString(brokers.nodes());
      topics.create(FRAGILE, 1, Map.of("min.insync.replicas", all));
    }
  }

  /** Deletes the fragile target if it exists. */
  void deleteFragile() {
    if (topics.describe(FRAGILE).isPresent()) {
      topics.delete(FRAGILE);
    }
  }

  private void startScheduler(Path folder, int number) {
    var name = Network.scheduler(number);
    var disk = StateDisk.at(folder.resolve(name));
    var clock = new FakeClock(folder.resolve(name + ".clock"));
    clock.set(-BEHIND_MS);
    disks.add(disk);
    clocks.add(clock);
    var environment = new HashMap<>(ServiceProcess.SMALL);
    environment.putAll(clock.environment());
    if (hasDiskErrors) {
      addDiskFaults(folder.resolve(name + "-faults"), environment);
    }
    var settings =
        Map.of(
            "bootstrap.servers",
            network.bootstrapServers(name),
            "state.dir",
            disk.state().toString(),
            "group.instance.id",
            name,
            "http.port",
            "0",
            "query.port",
            "0",
            "reserve.wait.ms",
            Long.toString(RESERVE_WAIT_MS),
            "rocksdb.write.buffer.bytes",
            Long.toString(number == SMALL_MEMORY ? SMALL_BYTES : LARGE_BYTES),
            "rocksdb.block.cache.bytes",
            Long.toString(number == SMALL_MEMORY ? SMALL_BYTES / 2 : LARGE_BYTES));
    schedulers.add(
        new Unit(
            name,
            () ->
                ServiceProcess.ofDistribution(
                    Distribution.scheduler().bin("delaygate-scheduler"),
                    settings,
                    environment,
                    folder.resolve(name + ".log"))));
  }

  /** Adds the library of disk faults to that of the clock. */
  private void addDiskFaults(Path own, Map<String, String> environment) {
    try {
      var faults = DiskFaults.in(Files.createDirectories(own.toAbsolutePath()));
      diskFaults.add(faults);
      faults
          .environment()
          .forEach((name, value) -> environment.merge(name, value, (a, b) -> a + ":" + b));
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  /** Key that seals the secrets of endpoints, the same for all gateways. */
  private static Path keyFile(Path folder) {
    try {
      var key = Base64.getEncoder().encodeToString(new byte[32]);
      return Files.writeString(folder.resolve("endpoint-keys"), key);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  private void startGateway(Path folder, int number) {
    var name = Network.gateway(number);
    var urls = Service.urls(schedulers.stream().<Service>map(Unit::process).toList());
    var settings =
        Map.of(
            "bootstrap.servers",
            network.bootstrapServers(name),
            "scheduler.urls",
            urls,
            "endpoints.key.file",
            keyFile(folder).toString(),
            "endpoints.http.loopback",
            "true",
            "http.port",
            "0");
    gateways.add(
        new Unit(
            name,
            () ->
                ServiceProcess.ofDistribution(
                    Distribution.gateway().bin("delaygate-gateway"),
                    settings,
                    ServiceProcess.SMALL,
                    folder.resolve(name + ".log"))));
  }

  /** Links between services and brokers. */
  Network network() {
    return network;
  }

  /** Disk faults below the stores of a scheduler, if they are among the kinds. */
  DiskFaults diskFaults(int number) {
    return diskFaults.get(number);
  }

  NodeProcesses brokers() {
    return brokers;
  }

  Topics topics() {
    return topics;
  }

  Unit scheduler(int number) {
    return schedulers.get(number);
  }

  Unit gateway(int number) {
    return gateways.get(number);
  }

  StateDisk disk(int number) {
    return disks.get(number);
  }

  /** Sets the clock of a scheduler to this time after its usual lag. */
  void clock(int scheduler, long aheadMs) {
    clocks.get(scheduler).set(aheadMs - BEHIND_MS);
  }

  /** Starts services that ended by themselves, as an orchestrator does. */
  void revive() {
    units().forEach(Unit::revive);
  }

  /** Number of services that ended by themselves. */
  int revivals() {
    return units().mapToInt(Unit::revivals).sum();
  }

  /**
   * Waits until every service is ready, including outcomes.
   *
   * @throws IllegalStateException if one does not get ready; the message has the answer of its
   *     probe
   */
  void awaitReady() {
    try {
      Awaitility.await()
          .atMost(READY_LIMIT)
          .pollInterval(Duration.ofMillis(200))
          .until(
              () -> {
                revive();
                return units().allMatch(Unit::isReady)
                    && gateways.stream().allMatch(Rig::hasReplies);
              });
    } catch (ConditionTimeoutException notReady) {
      var probes =
          units()
              .map(unit -> unit.isReady() ? unit.probe() : unit.probe() + "\n" + logTail(unit))
              .collect(Collectors.joining("\n"));
      throw new IllegalStateException("not ready after " + READY_LIMIT + ":\n" + probes, notReady);
    }
  }

  private String logTail(Unit unit) {
    var lines = lines(unit);
    return String.join("\n", lines.subList(Math.max(0, lines.size() - 60), lines.size()));
  }

  private List<String> lines(Unit unit) {
    try {
      return Files.readAllLines(folder.resolve(unit.name() + ".log"));
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  /** Stops the schedulers cleanly. */
  void stopSchedulers() {
    schedulers.parallelStream().forEach(Unit::stop);
  }

  private static boolean hasReplies(Unit gateway) {
    return Metrics.of(gateway.process(), "delaygate_gateway_outcomes_ready ") == 1;
  }

  private Stream<Unit> units() {
    return Stream.concat(schedulers.stream(), gateways.stream());
  }

  @Override
  public void close() {
    Runtime.getRuntime().removeShutdownHook(closing);
    topics.close();
    release();
  }

  private void release() {
    units().forEach(Unit::close);
    brokers.close();
    network.close();
    disks.forEach(StateDisk::close);
  }
}

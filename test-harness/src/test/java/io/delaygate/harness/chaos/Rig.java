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
 * What a run is about: brokers, two schedulers and two gateways, each a process. Closing it leaves
 * nothing running. Thread-safe once it is made.
 */
final class Rig implements AutoCloseable {
  static final int PARTITIONS = 4;

  static final TopicNames NAMES = TopicNames.prefixed("");

  /**
   * Stamped by the scheduler that emits: tells when it was by that clock. Of one partition, so that
   * what a scheduler forgets of it shows at once.
   */
  static final String STAMPED_BY_SCHEDULER = "orders";

  /** Stamped by the broker: tells when it was in fact. */
  static final String STAMPED_BY_BROKER = "reminders";

  /** Of one partition; may refuse jobs, and go away with what it has. Nobody works on its jobs. */
  static final String FRAGILE = "notices";

  /** Targets that lose nothing. */
  static final List<String> TARGETS = List.of(STAMPED_BY_SCHEDULER, STAMPED_BY_BROKER);

  /**
   * The clocks of schedulers are behind by this much, so that a target can refuse the timestamps of
   * all their records, and not those of the ends of transactions, which brokers write.
   */
  static final long BEHIND_MS = 100;

  /** Where clients that use Kafka have their outcomes sent. */
  static final String CLIENT_REPLIES = "client-replies";

  /** Where some jobs have their dead letters sent. */
  static final String CLIENT_LETTERS = "client-letters";

  /** How long a delivered job waits to be reserved: as short as other leases of the load. */
  static final long RESERVE_WAIT_MS = 2_000;

  /**
   * One scheduler has so little memory for its stores that it writes and reads files all the time.
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

  /** Starts everything and returns when it is ready; output and state go into the folder. */
  Rig(Shape shape, Path folder) {
    this.folder = folder;
    hasDiskErrors = shape.kinds().contains(FaultKind.DISK_ERRORS);
    // kept in the folder, so that what brokers said can be read after a failure
    network = new Network(shape.brokers());
    brokers =
        NodeProcesses.start(
            network.listenersOf(
                BrokerOptions.nodes(shape.brokers())
                    .withAuthorizer()
                    .withDataDir(folder.resolve("kafka"))));
    topics = new Topics(brokers);
    // brokers end with this process; services and mounts do not
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

  /** Whoever may not read a topic's settings has to learn them from refusals. */
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

  /** What a scheduler said in all of its lives. */
  List<String> output(int scheduler) {
    return lines(schedulers.get(scheduler));
  }

  /**
   * Creates the fragile target, if there is none. All of its replicas have to be in sync, so that
   * it takes nothing while a broker is away.
   */
  void createFragile() {
    if (topics.describe(FRAGILE).isEmpty()) {
      var all = Integer.toString(brokers.nodes());
      topics.create(FRAGILE, 1, Map.of("min.insync.replicas", all));
    }
  }

  /** Deletes it, if it is there. */
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

  /** The library stands beside that of the clock. */
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

  private void startGateway(Path folder, int number) {
    var name = Network.gateway(number);
    var urls = Service.urls(schedulers.stream().<Service>map(Unit::process).toList());
    var settings =
        Map.of(
            "bootstrap.servers",
            network.bootstrapServers(name),
            "scheduler.urls",
            urls,
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

  /** What may fail below the stores of a scheduler, if disk errors are among the faults. */
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

  /** Steps the clock of a scheduler to so many milliseconds after its usual time. */
  void clock(int scheduler, long aheadMs) {
    clocks.get(scheduler).set(aheadMs - BEHIND_MS);
  }

  /** Starts what ended by itself, as an orchestrator would. */
  void revive() {
    units().forEach(Unit::revive);
  }

  /** How often something had ended by itself. */
  int revivals() {
    return units().mapToInt(Unit::revivals).sum();
  }

  /**
   * Waits until every service is ready, outcomes included.
   *
   * @throws IllegalStateException if one does not get ready; says what its probe says
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

  /** Stops the schedulers in order. */
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

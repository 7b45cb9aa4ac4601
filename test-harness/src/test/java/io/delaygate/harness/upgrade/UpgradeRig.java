package io.delaygate.harness.upgrade;

import io.delaygate.harness.broker.BrokerOptions;
import io.delaygate.harness.broker.BrokerProcess;
import io.delaygate.harness.broker.Reader;
import io.delaygate.harness.broker.Topics;
import io.delaygate.harness.distribution.Distribution;
import io.delaygate.harness.process.Metrics;
import io.delaygate.harness.process.Service;
import io.delaygate.harness.process.ServiceProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/**
 * Broker, two schedulers and two gateways of an earlier release, each a process, which can be
 * replaced by the present version one at a time.
 */
final class UpgradeRig implements AutoCloseable {
  private static final Duration READY_LIMIT = Duration.ofMinutes(3);
  private static final String SCHEDULER = "delaygate-scheduler";
  private static final String GATEWAY = "delaygate-gateway";

  private final Path folder;
  private final BrokerProcess broker;
  private final Topics topics;
  private final List<ServiceProcess> schedulers = new ArrayList<>();
  private final List<ServiceProcess> gateways = new ArrayList<>();

  /** Starts everything, with output and state in the folder; returns when it is ready. */
  UpgradeRig(EarlierRelease release, Path folder) {
    this.folder = folder;
    // with this heartbeat the queues of the earlier release, which are share groups, start within 1
    // s
    broker =
        BrokerProcess.start(
            BrokerOptions.singleNode()
                .withProperty("group.share.heartbeat.interval.ms", "1000")
                .withProperty("group.share.min.heartbeat.interval.ms", "1000"));
    topics = new Topics(broker);
    try {
      IntStream.range(0, 2).forEach(i -> schedulers.add(scheduler(release, i)));
      var urls = Service.urls(List.copyOf(schedulers));
      IntStream.range(0, 2).forEach(i -> gateways.add(gateway(release, i, urls)));
      services().forEach(UpgradeRig::awaitReady);
    } catch (RuntimeException | Error failed) {
      close();
      throw failed;
    }
  }

  private ServiceProcess scheduler(EarlierRelease release, int number) {
    var name = "scheduler-" + number;
    return ServiceProcess.ofDistribution(
        release.scheduler().bin(SCHEDULER),
        Map.of(
            "bootstrap.servers", broker.bootstrapServers(),
            "topics.create", "true",
            "topics.partitions", "8",
            "group.instance.id", name,
            "state.dir", folder.resolve(name).toString(),
            "query.port", "0",
            "http.port", "0"),
        ServiceProcess.SMALL,
        folder.resolve(name + ".log"));
  }

  private ServiceProcess gateway(EarlierRelease release, int number, String schedulerUrls) {
    return ServiceProcess.ofDistribution(
        release.gateway().bin(GATEWAY),
        Map.of(
            "bootstrap.servers",
            broker.bootstrapServers(),
            "scheduler.urls",
            schedulerUrls,
            "http.port",
            "0"),
        ServiceProcess.SMALL,
        folder.resolve("gateway-" + number + ".log"));
  }

  /** Starts the present version of a stopped service, and waits until it is ready. */
  void startPresent(ServiceProcess service) {
    service.startAgain(
        schedulers.contains(service)
            ? Distribution.scheduler().bin(SCHEDULER)
            : Distribution.gateway().bin(GATEWAY));
    awaitReady(service);
  }

  private static void awaitReady(ServiceProcess service) {
    Awaitility.await().atMost(READY_LIMIT).until(service::isReady);
  }

  List<ServiceProcess> schedulers() {
    return List.copyOf(schedulers);
  }

  List<ServiceProcess> gateways() {
    return List.copyOf(gateways);
  }

  /** Creates a target topic. */
  void createTarget(String topic) {
    topics.create(topic, 3);
  }

  /** Deletes a target topic. */
  void deleteTarget(String topic) {
    topics.delete(topic);
  }

  String bootstrapServers() {
    return broker.bootstrapServers();
  }

  /** A {@code read_committed} reader of a topic. */
  Reader read(String topic) {
    return new Reader(broker.bootstrapServers(), topic);
  }

  /** Sum of a metric of both schedulers. */
  long ofSchedulers(String metric) {
    return schedulers.stream().mapToLong(scheduler -> Metrics.of(scheduler, metric)).sum();
  }

  private Stream<ServiceProcess> services() {
    return Stream.concat(schedulers.stream(), gateways.stream());
  }

  @Override
  public void close() {
    topics.close();
    services().forEach(ServiceProcess::kill);
    broker.close();
  }
}

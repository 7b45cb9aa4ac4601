package io.delaygate.scheduler.ops;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;

/**
 * Gauges of the few Kafka client metrics that an operator acts on: the worst value of all threads
 * and partitions, read at each scrape. The rest is available by JMX. Thread-safe.
 */
public final class ClientGauges {
  private static final double MS_PER_SECOND = 1000.0;

  private final Supplier<Collection<? extends Metric>> clients;
  private final Supplier<Set<String>> live;
  private final List<Supplier<? extends Collection<? extends Metric>>> more =
      new CopyOnWriteArrayList<>();

  /**
   * Creates gauges over the metrics of a Kafka Streams instance.
   *
   * @param clients current metrics of the clients
   * @param live ids of the clients in use: clients of a replaced stream thread stay among the
   *     metrics, with their last values
   */
  public ClientGauges(Supplier<Collection<? extends Metric>> clients, Supplier<Set<String>> live) {
    this.clients = clients;
    this.live = live;
  }

  /**
   * Adds clients that Kafka Streams does not know: it sees one producer for each thread, and not
   * the pool behind it. A client in both counts once.
   *
   * @param others current metrics of clients in use
   */
  public ClientGauges with(Supplier<? extends Collection<? extends Metric>> others) {
    more.add(others);
    return this;
  }

  /** Registers the gauges. */
  public void show(SchedulerMetrics metrics) {
    metrics.gauge(
        SchedulerMeter.PRODUCE_SECONDS, () -> slowest(name -> is(name, "request-latency-avg")));
    metrics.gauge(
        SchedulerMeter.THROTTLE_SECONDS,
        // the maximum: in the average of a minute's answers, a pause of seconds hardly shows
        () -> slowest(name -> is(name, "produce-throttle-time-max") || isFetchThrottle(name)));
  }

  private double slowest(Predicate<MetricName> which) {
    var others =
        more.stream()
            .flatMap(each -> each.get().stream())
            .filter(metric -> which.test(metric.metricName()));
    return values(Stream.concat(ofStreams(which), others)).max().orElse(0) / MS_PER_SECOND;
  }

  private Stream<? extends Metric> ofStreams(Predicate<MetricName> which) {
    var inUse = live.get();
    return clients.get().stream()
        .filter(metric -> which.test(metric.metricName()))
        .filter(metric -> inUse.contains(metric.metricName().tags().get("client-id")));
  }

  private static DoubleStream values(Stream<? extends Metric> metrics) {
    return metrics
        .mapToDouble(metric -> ((Number) metric.metricValue()).doubleValue())
        .filter(value -> !Double.isNaN(value));
  }

  private static boolean is(MetricName name, String producers) {
    return name.group().equals("producer-metrics") && name.name().equals(producers);
  }

  private static boolean isFetchThrottle(MetricName name) {
    return name.group().equals("consumer-fetch-manager-metrics")
        && name.name().equals("fetch-throttle-time-max");
  }
}

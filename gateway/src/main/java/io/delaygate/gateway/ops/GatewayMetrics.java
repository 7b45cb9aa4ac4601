package io.delaygate.gateway.ops;

import io.delaygate.gateway.access.LimitKind;
import io.delaygate.gateway.http.HttpMetrics;
import io.delaygate.gateway.http.Problem;
import io.delaygate.gateway.http.ProblemMapper;
import io.delaygate.gateway.operations.OperationKind;
import io.delaygate.gateway.operations.OperationState;
import io.delaygate.gateway.outcome.CommandResult;
import io.delaygate.gateway.outcome.OutcomeMetrics;
import io.delaygate.gateway.publish.PublishResult;
import io.delaygate.gateway.push.CallEnd;
import io.delaygate.gateway.queues.LeaseClient.DispatchCounts;
import io.delaygate.schemas.topics.EndpointName;
import io.delaygate.service.background.BackgroundFailures;
import io.javalin.http.Context;
import io.prometheus.client.Collector;
import io.prometheus.client.CollectorRegistry;
import io.prometheus.client.Counter;
import io.prometheus.client.CounterMetricFamily;
import io.prometheus.client.Gauge;
import io.prometheus.client.GaugeMetricFamily;
import io.prometheus.client.Histogram;
import io.prometheus.client.SimpleCollector;
import io.prometheus.client.hotspot.DefaultExports;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Prometheus metrics of the gateway, in a registry of its own: two gateways in one JVM do not mix.
 * Labels take few values: routes, not paths, and only the methods of HTTP itself.
 */
public final class GatewayMetrics implements DispatchCounts, HttpMetrics, OutcomeMetrics {

  /** Histogram buckets, from a cached answer to the longest wait for an acknowledgement. */
  private static final double[] SECONDS = {
    .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10
  };

  private static final double NANOS_PER_SECOND = 1e9;
  private static final double MS_PER_SECOND = 1e3;

  private final CollectorRegistry registry = new CollectorRegistry(true);
  private final Counter requests = define(Counter.build(), GatewayMeter.HTTP_REQUESTS);
  private final Histogram seconds =
      define(Histogram.build().buckets(SECONDS), GatewayMeter.HTTP_SECONDS);
  private final Counter commands = define(Counter.build(), GatewayMeter.COMMANDS);
  private final Counter rejected = define(Counter.build(), GatewayMeter.REJECTED);
  private final Histogram outcomes =
      define(Histogram.build().buckets(SECONDS), GatewayMeter.OUTCOME_SECONDS);
  private final Counter unanswered = define(Counter.build(), GatewayMeter.UNANSWERED);
  private final Counter limited = define(Counter.build(), GatewayMeter.LIMITED);
  private final Counter cutOff = define(Counter.build(), GatewayMeter.CUT_OFF);
  private final Counter handedOut = define(Counter.build(), GatewayMeter.HANDED_OUT);
  private final Counter handedBack = define(Counter.build(), GatewayMeter.HANDED_BACK);
  private final Counter skipped = define(Counter.build(), GatewayMeter.REPLIES_SKIPPED);

  private final Counter endpointCalls = define(Counter.build(), GatewayMeter.ENDPOINT_CALLS);
  private final Histogram endpointSeconds =
      define(Histogram.build().buckets(SECONDS), GatewayMeter.ENDPOINT_SECONDS);

  private final Counter operationJobs = define(Counter.build(), GatewayMeter.OPERATION_JOBS);

  private final LongSupplier ticker;

  /**
   * Creates the registry, with the JVM's own metrics.
   *
   * @param ticker monotonic nanoseconds
   */
  public GatewayMetrics(LongSupplier ticker) {
    this.ticker = ticker;
    DefaultExports.register(registry);
  }

  /** Adds the failures of background tasks. Called once. */
  public void watch(BackgroundFailures failures) {
    new BackgroundFailureCounter(failures).register(registry);
  }

  /**
   * Adds the readiness of pools besides the own one. Called once.
   *
   * @param obstacles why calls of a pool fail, by pool; must not wait
   */
  public void watchPools(Map<String, Supplier<Optional<String>>> obstacles) {
    var ready = define(Gauge.build(), GatewayMeter.POOL_READY);
    obstacles.forEach(
        (pool, obstacle) -> ready.setChild(child(() -> obstacle.get().isEmpty() ? 1 : 0), pool));
  }

  @Override
  public void handedOut(int jobs) {
    handedOut.inc(jobs);
  }

  @Override
  public void handedBack() {
    handedBack.inc();
  }

  @Override
  public Consumer<CommandResult> asked() {
    var askedAt = ticker.getAsLong();
    return answer -> {
      if (answer instanceof CommandResult.Decided decided) {
        var tookNanos = ticker.getAsLong() - askedAt;
        outcomes.labels(decided.outcome().name()).observe(tookNanos / NANOS_PER_SECOND);
      } else if (answer instanceof CommandResult.Unanswered) {
        unanswered.inc();
      }
    };
  }

  @Override
  public void skipped(SkippedReply why) {
    skipped.labels(why.label()).inc();
  }

  @Override
  public void answered(Context ctx, float tookMs) {
    var endpoint = ctx.endpoints().lastHttpEndpoint();
    var route = endpoint == null ? UNMATCHED : endpoint.path;
    var method = endpoint == null ? UNMATCHED : endpoint.method.name();
    requests.labels(route, method, Integer.toString(ctx.statusCode())).inc();
    seconds.labels(route, method).observe(tookMs / MS_PER_SECOND);
    ProblemMapper.of(ctx).ifPresent(this::reject);
  }

  @Override
  public void answered(Problem problem) {
    requests.labels(UNMATCHED, UNMATCHED, Integer.toString(problem.status())).inc();
    reject(problem);
  }

  @Override
  public void cutOff() {
    cutOff.inc();
  }

  /** Adds the endpoints that are hardly called now, as told at each scrape. Called once. */
  public void watchEndpoints(Supplier<List<EndpointName>> broken) {
    new BrokenEndpoints(broken).register(registry);
  }

  /** Adds the operations by state, as told at each scrape. Called once. */
  public void watchOperations(Supplier<Map<OperationState, Long>> states) {
    new OperationStates(states).register(registry);
  }

  /** Counts jobs of operations by their outcome. */
  public void operated(OperationKind kind, String outcome, long jobs) {
    operationJobs.labels(kind.text(), outcome).inc((double) jobs);
  }

  /** Counts a call of an endpoint. */
  public void called(EndpointName endpoint, CallEnd end) {
    var namespace = endpoint.namespace();
    endpointCalls.labels(namespace, endpoint.name(), result(end)).inc();
    endpointSeconds.labels(namespace).observe(end.tookMs() / MS_PER_SECOND);
  }

  private static String result(CallEnd end) {
    return end instanceof CallEnd.Answered answer
        ? answer.status() / 100 + "xx"
        : ((CallEnd.Failed) end).kind().name().toLowerCase(Locale.ROOT);
  }

  /** Counts a call or item that a limit of its namespace or token refused. */
  public void limited(LimitKind limit) {
    limited.labels(limit.label()).inc();
  }

  /** Counts a command or decision by its publish result. */
  public void published(String op, PublishResult outcome) {
    commands.labels(op, outcome.label()).inc();
  }

  /** The registry that is scraped. */
  CollectorRegistry registry() {
    return registry;
  }

  private void reject(Problem problem) {
    rejected.labels(problem.reason().name()).inc();
  }

  /** Adds a gauge whose value is read at each scrape. Called once for each meter. */
  public void gauge(GatewayMeter meter, DoubleSupplier value) {
    define(Gauge.build(), meter).setChild(child(value));
  }

  private static Gauge.Child child(DoubleSupplier value) {
    return new Gauge.Child() {
      @Override
      public double get() {
        return value.getAsDouble();
      }
    };
  }

  private <C extends SimpleCollector<?>> C define(
      SimpleCollector.Builder<?, C> builder, GatewayMeter meter) {
    return builder
        .name(meter.metricName())
        .help(meter.help())
        .labelNames(meter.labels().toArray(String[]::new))
        .register(registry);
  }

  /**
   * Prometheus collector of the failures of background tasks, which are counted where they happen.
   */
  private static final class BackgroundFailureCounter extends Collector {
    private final BackgroundFailures failures;

    /** Creates a collector that is not registered yet. */
    BackgroundFailureCounter(BackgroundFailures failures) {
      this.failures = failures;
    }

    @Override
    public List<MetricFamilySamples> collect() {
      var meter = GatewayMeter.BACKGROUND_FAILURES;
      var family = new CounterMetricFamily(meter.metricName(), meter.help(), meter.labels());
      failures.byTask().forEach((task, count) -> family.addMetric(List.of(task), count));
      return List.of(family);
    }
  }

  /** Prometheus collector of broken endpoints, which have samples only while they are broken. */
  private static final class BrokenEndpoints extends Collector {
    private final Supplier<List<EndpointName>> broken;

    BrokenEndpoints(Supplier<List<EndpointName>> broken) {
      this.broken = broken;
    }

    @Override
    public List<MetricFamilySamples> collect() {
      var meter = GatewayMeter.ENDPOINT_BROKEN;
      var family = new GaugeMetricFamily(meter.metricName(), meter.help(), meter.labels());
      broken.get().forEach(one -> family.addMetric(List.of(one.namespace(), one.name()), 1));
      return List.of(family);
    }
  }

  /** States without an operation are shown as 0, so that a graph does not break off. */
  private static final class OperationStates extends Collector {
    private final Supplier<Map<OperationState, Long>> states;

    OperationStates(Supplier<Map<OperationState, Long>> states) {
      this.states = states;
    }

    @Override
    public List<MetricFamilySamples> collect() {
      var meter = GatewayMeter.OPERATIONS;
      var family = new GaugeMetricFamily(meter.metricName(), meter.help(), meter.labels());
      var now = states.get();
      for (var state : OperationState.values()) {
        family.addMetric(List.of(state.name()), (double) now.getOrDefault(state, 0L));
      }
      return List.of(family);
    }
  }
}

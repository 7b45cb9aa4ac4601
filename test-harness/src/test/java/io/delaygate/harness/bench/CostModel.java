package io.delaygate.harness.bench;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Scenario of the cost of jobs at steady rates: CPU, wake-ups, transactions, requests by kind, and
 * bytes.
 */
final class CostModel {
  /** Jobs per second, one after the other; {@code -Dcost.rates=500} measures some only. */
  private static final List<Integer> RATES =
      Stream.of(System.getProperty("cost.rates", "0,10,100,500,1000,5000").split(",", -1))
          .map(Integer::valueOf)
          .toList();

  /** Values of {@code commit.interval.ms} for the curve of lateness and cost. */
  private static final List<Integer> INTERVALS = List.of(10, 25, 50, 100, 250);

  private static final List<Integer> RATES_OF_INTERVALS = List.of(100, 500);

  private static final long DELAY_MS = 1_000;
  private static final int SETTLE_SECONDS = 30;
  private static final int SECONDS = 30;
  private static final Duration LIMIT = Duration.ofSeconds(60);

  /** Kinds of requests that are rare, or that only this scenario makes. */
  private static final Set<String> UNCOUNTED =
      Set.of("ApiVersions", "DescribeLogDirs", "ListOffsets", "Metadata");

  private CostModel() {}

  static List<Scenario> all() {
    return List.of(
        new Scenario(
            "cost",
            "CPU, requests and wake-ups at some steady rates",
            bench -> run(bench, "cost", Map.of(), RATES)),
        new Scenario(
            "cost-intervals",
            "the same for some intervals between commits",
            bench -> INTERVALS.forEach(ms -> run(bench, ms))));
  }

  private static void run(Bench bench, int intervalMs) {
    var settings = Map.of("commit.interval.ms", Integer.toString(intervalMs));
    run(bench, "cost-intervals, %d ms".formatted(intervalMs), settings, RATES_OF_INTERVALS);
  }

  private static void run(
      Bench bench, String name, Map<String, String> settings, List<Integer> rates) {
    try (var rig = Rig.with(bench, Map.of(), settings)) {
      var gateway = rig.startGateway();
      var target = rig.target("orders");
      try (var committed = new Lateness(rig, target, true);
          var feed = new Feed(rig, target, "job-", 200);
          var requests = new BrokerRequests(rig.brokerPid())) {
        var sent = SteadyLoad.warmUp(bench, feed, committed);
        for (var rate : rates) {
          sent = schedule(feed, committed, sent, rate, bench.time(SETTLE_SECONDS));
          committed.startAnew();
          var period = new Period(rig, requests, gateway.pid());
          var first = sent;
          sent = schedule(feed, committed, sent, rate, bench.time(SECONDS));
          period.rows(bench, "%s, %d jobs/s".formatted(name, rate), sent - first);
          if (rate > 0) {
            late(bench, "%s, %d jobs/s".formatted(name, rate), committed);
          }
        }
      }
    }
  }

  private static int schedule(Feed feed, Lateness committed, int first, int rate, Duration time) {
    if (rate == 0) {
      Bench.pass(time);
      return first;
    }
    var sent = feed.schedulePaced(first, rate, time, DELAY_MS);
    committed.await(sent, LIMIT);
    return sent;
  }

  private static void late(Bench bench, String scenario, Lateness committed) {
    for (var percentile : new int[] {50, 99}) {
      var late = committed.visibleMs(percentile);
      bench.row(scenario, "read_committed p" + percentile, "ms", late, null);
    }
  }

  /** Counts of everything at the beginning of a period. */
  private static final class Period {
    private final long startNanos = System.nanoTime();
    private final Rig rig;
    private final BrokerRequests broker;
    private final Map<String, Long> requests;
    private final Map<String, ThreadUsage> processes;
    private final Map<String, Long> bytes;
    private final long offsets;

    Period(Rig rig, BrokerRequests broker, long gatewayPid) {
      this.rig = rig;
      this.broker = broker;
      this.offsets = rig.endOffsets();
      this.bytes = broker.bytes();
      this.requests = broker.requests();
      this.processes =
          Map.of(
              "scheduler", new ThreadUsage(rig.scheduler().pid()),
              "broker", new ThreadUsage(rig.brokerPid()),
              "gateway", new ThreadUsage(gatewayPid));
    }

    /** Adds the figures of the period, which ends now. */
    void rows(Bench bench, String scenario, int jobs) {
      var seconds = (System.nanoTime() - startNanos) / 1e9;
      var counts = counts();
      cpu(bench, scenario, seconds);
      var transactions = counts.getOrDefault("EndTxn", 0L) / seconds;
      bench.row(scenario, "transactions", "1/s", transactions, null);
      requests(bench, scenario, counts, seconds);
      since(broker.bytes(), bytes)
          .forEach(
              (kind, count) -> bench.row(scenario, kind, "KiB/s", count / 1024.0 / seconds, null));
      var written = (rig.endOffsets() - offsets) / seconds;
      bench.row(scenario, "records and markers", "1/s", written, null);
      bench.row(scenario, "jobs", "1/s", jobs / seconds, null);
    }

    private void cpu(Bench bench, String scenario, double seconds) {
      var together = 0.0;
      for (var name : List.of("scheduler", "broker", "gateway")) {
        var usage = Objects.requireNonNull(processes.get(name));
        var total = usage.total();
        var percent = total.cpuSeconds() * 100 / seconds;
        together += name.equals("gateway") ? 0 : percent;
        bench.row(scenario, "CPU of the " + name, "% of a core", percent, null);
        bench.row(scenario, "wake-ups of the " + name, "1/s", total.wakeUps() / seconds, null);
        usage.busiest(12, seconds).forEach(thread -> bench.say("  " + name + ": " + thread));
      }
      bench.row(scenario, "CPU of scheduler and broker", "% of a core", together, null);
    }

    private static void requests(
        Bench bench, String scenario, Map<String, Long> counts, double seconds) {
      counts.forEach(
          (kind, count) -> {
            if (count / seconds >= 0.1) {
              bench.row(scenario, kind + " requests", "1/s", count / seconds, null);
            }
          });
    }

    private Map<String, Long> counts() {
      var counts = since(broker.requests(), requests);
      counts.keySet().removeAll(UNCOUNTED);
      return counts;
    }

    private static Map<String, Long> since(Map<String, Long> now, Map<String, Long> before) {
      var counts = new HashMap<>(now);
      counts.replaceAll((kind, count) -> count - before.getOrDefault(kind, 0L));
      return counts;
    }
  }
}

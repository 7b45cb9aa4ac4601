package io.delaygate.harness.bench;

import static io.delaygate.harness.bench.Row.Goal.atMost;

import io.delaygate.harness.bench.Row.Goal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** Scenarios with a steady rate of jobs that are due soon: their lateness. */
final class SteadyLoad {
  private static final long DELAY_MS = 1_000;
  private static final Duration LIMIT = Duration.ofSeconds(60);

  /** Pause after the warm-up, for its garbage collection and compactions. */
  private static final int SETTLE_SECONDS = 60;

  /** Broker settings that shorten the wait of a send for the end of the last transaction. */
  private static final Map<String, String> TUNED =
      Map.of("add.partitions.to.txn.retry.backoff.ms", "1");

  private SteadyLoad() {}

  static List<Scenario> all() {
    return List.of(
        new Scenario(
            "steady-1000",
            "1,000 jobs/s",
            bench -> run(bench, "steady-1000", 1_000, Map.of(), Map.of())),
        new Scenario(
            "steady-5000",
            "5,000 jobs/s",
            bench -> run(bench, "steady-5000", 5_000, Map.of(), Map.of())),
        new Scenario(
            "steady-1000-tuned-broker",
            "1,000 jobs/s, the broker with add.partitions.to.txn.retry.backoff.ms=1",
            bench -> run(bench, "steady-1000-tuned-broker", 1_000, TUNED, Map.of())),
        new Scenario(
            "steady-1000-at-least-once",
            "1,000 jobs/s, processing.guarantee=at_least_once",
            bench ->
                run(
                    bench,
                    "steady-1000-at-least-once",
                    1_000,
                    Map.of(),
                    Map.of("processing.guarantee", "at_least_once"))),
        new Scenario(
            "steady-1000-history-off",
            "1,000 jobs/s, history.retention.ms=0",
            bench ->
                run(
                    bench,
                    "steady-1000-history-off",
                    1_000,
                    Map.of(),
                    Map.of("history.retention.ms", "0"))),
        new Scenario(
            "steady-1000-events",
            "1,000 jobs/s, events=all",
            bench -> run(bench, "steady-1000-events", 1_000, Map.of(), Map.of("events", "all"))));
  }

  private static void run(
      Bench bench,
      String name,
      int perSecond,
      Map<String, String> broker,
      Map<String, String> settings) {
    try (var rig = Rig.with(bench, broker, settings)) {
      var isPromised = name.equals("steady-1000");
      var target = rig.target("orders");
      try (var plain = new Lateness(rig, target, false);
          var committed = new Lateness(rig, target, true);
          var feed = new Feed(rig, target, "job-")) {
        var sent = settle(bench, feed, committed, perSecond);
        plain.await(sent, LIMIT);
        plain.startAnew();
        committed.startAnew();
        var costs = new Costs(rig);
        var first = sent;
        sent = feed.schedulePaced(sent, perSecond, bench.time(30), DELAY_MS);
        plain.await(sent, LIMIT);
        committed.await(sent, LIMIT);
        costs.rows(bench, name, bench.time(30), sent - first);
        bench.row(name, "early", "jobs", plain.early(), atMost(0));
        percentiles(
            bench, name + ", plain consumer", plain, isPromised ? new double[] {5, 25} : null);
        percentiles(
            bench,
            name + ", read_committed",
            committed,
            isPromised ? new double[] {40, 100} : null);
      }
    }
  }

  /** Warms up, then sends at the given rate until all arrived; returns the number of jobs. */
  private static int settle(Bench bench, Feed feed, Lateness committed, int perSecond) {
    var sent = warmUp(bench, feed, committed);
    sent = feed.schedulePaced(sent, perSecond, bench.time(SETTLE_SECONDS), DELAY_MS);
    committed.await(sent, LIMIT);
    return sent;
  }

  /** Warms up with the highest load, because a lower rate would not get the code compiled. */
  static int warmUp(Bench bench, Feed feed, Lateness committed) {
    var stopped = new AtomicBoolean();
    var feeding = CompletableFuture.supplyAsync(() -> Throughput.feed(feed, committed, stopped));
    Bench.pass(bench.time(Throughput.WARM_UP_SECONDS));
    stopped.set(true);
    var sent = feeding.join();
    committed.await(sent, LIMIT);
    return sent;
  }

  private static void percentiles(
      Bench bench, String scenario, Lateness lateness, double @Nullable [] goals) {
    bench.row(scenario, "emitted p50", "ms", lateness.emittedMs(50), null);
    bench.row(scenario, "emitted p99", "ms", lateness.emittedMs(99), null);
    bench.row(scenario, "read p50", "ms", lateness.visibleMs(50), goal(goals, 0));
    bench.row(scenario, "read p99", "ms", lateness.visibleMs(99), goal(goals, 1));
    bench.row(scenario, "read max", "ms", lateness.visibleMs(100), null);
  }

  private static @Nullable Goal goal(double @Nullable [] goals, int index) {
    return goals == null ? null : atMost(goals[index]);
  }
}

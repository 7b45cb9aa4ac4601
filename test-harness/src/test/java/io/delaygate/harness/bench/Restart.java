package io.delaygate.harness.bench;

import static io.delaygate.harness.bench.Row.Goal.atMost;

import io.delaygate.harness.process.Metrics;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Scenarios of a restart: time without deliveries when the only scheduler is killed and restarts on
 * its disk, or the only broker does.
 */
final class Restart {
  private static final int MILLION = 1_000_000;
  private static final int PER_SECOND = 2_000;
  private static final long DELAY_MS = 500;
  private static final double SCHEDULER_MS = 4_000;
  private static final double BROKER_MS = 5_000;
  private static final Duration LIMIT = Duration.ofMinutes(20);

  /** Longer than producers retry. */
  private static final Duration BROKER_AWAY = Duration.ofSeconds(10);

  private Restart() {}

  static List<Scenario> all() {
    return List.of(
        new Scenario(
            "restart-own-disk",
            "1 M pending, the only scheduler is killed under load and starts again at once",
            bench -> scheduler(bench, "restart-own-disk", MILLION)),
        new Scenario(
            "restart-own-disk-10m",
            "the same with 10 M pending",
            bench -> scheduler(bench, "restart-own-disk-10m", 10 * MILLION)),
        new Scenario(
            "broker-restart",
            "100,000 pending, the only broker is killed under load and comes back after 10 s",
            Restart::broker));
  }

  private static void scheduler(Bench bench, String name, int goalJobs) {
    try (var rig = alone(bench)) {
      Backlog.fill(bench, rig, bench.jobs(goalJobs));
      var scheduler = rig.scheduler();
      Runnable restart =
          () -> {
            scheduler.kill();
            scheduler.startAgain();
          };
      measure(bench, name, rig, restart, SCHEDULER_MS);
      var restored = Metrics.of(scheduler, "delaygate_restored_records_total ");
      bench.row(name, "restored", "records", (double) restored, null);
    }
  }

  private static void broker(Bench bench) {
    var name = "broker-restart";
    try (var rig = alone(bench)) {
      Backlog.fill(bench, rig, bench.jobs(MILLION / 10));
      Runnable restart =
          () -> {
            rig.killBroker();
            Bench.pass(BROKER_AWAY);
            rig.startBroker();
          };
      measure(bench, name, rig, restart, BROKER_MS);
      var threads = Metrics.of(rig.scheduler(), "delaygate_thread_restarts_total ");
      bench.row(name, "threads replaced", "", (double) threads, atMost(0));
      var restored = Metrics.of(rig.scheduler(), "delaygate_restored_records_total ");
      bench.row(name, "restored", "records", (double) restored, null);
    }
  }

  private static Rig alone(Bench bench) {
    var rig = Rig.with(bench, Map.of(), Map.of("standby.replicas", "0"));
    rig.target("orders");
    return rig;
  }

  /** Measures the time from the restart of the process to the first delivery. */
  private static void measure(Bench bench, String name, Rig rig, Runnable restart, double goalMs) {
    var backMs = new AtomicLong(Long.MAX_VALUE);
    var firstMs = new AtomicLong(Long.MAX_VALUE);
    try (var committed =
            new Lateness(
                rig,
                "orders",
                true,
                (id, nowMs) -> firstMs.accumulateAndGet(after(nowMs, backMs), Math::min));
        var feed = new Feed(rig, "orders", "live-")) {
      var sent = SteadyLoad.warmUp(bench, feed, committed);
      committed.startAnew();
      var feeding =
          CompletableFuture.supplyAsync(
              () -> feed.schedulePaced(sent, PER_SECOND, Duration.ofSeconds(40), DELAY_MS));
      Bench.pass(Duration.ofSeconds(10));
      restart.run();
      backMs.set(System.currentTimeMillis());
      var jobs = feeding.join();
      committed.await(jobs, LIMIT);
      Bench.pass(Duration.ofSeconds(2));
      bench.row(
          name,
          "first delivery after it is back",
          "ms",
          (double) (firstMs.get() - backMs.get()),
          atMost(goalMs));
      bench.row(name, "latest job, read_committed", "ms", committed.visibleMs(100), null);
      bench.row(name, "twice", "jobs", (double) (committed.count() - jobs), atMost(0));
      bench.row(name, "early", "jobs", committed.early(), atMost(0));
    }
  }

  private static long after(long nowMs, AtomicLong backMs) {
    return nowMs >= backMs.get() ? nowMs : Long.MAX_VALUE;
  }
}

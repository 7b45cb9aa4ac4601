package io.delaygate.harness.bench;

import static io.delaygate.harness.bench.Row.Goal.atLeast;
import static io.delaygate.harness.bench.Row.Goal.atMost;

import io.delaygate.harness.bench.Row.Goal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Scenarios of a scheduler that is killed or loses its disk: time until jobs are delivered again.
 */
final class Failover {
  private static final int PER_SECOND = 500;
  private static final int MILLION = 1_000_000;
  private static final int RESTORED = 4 * MILLION;

  /** A partition without a delivery for this long was moved, because each has one every 32 ms. */
  private static final long MOVED_MS = 1_000;

  private static final Duration LIMIT = Duration.ofMinutes(20);

  private Failover() {}

  static List<Scenario> all() {
    return List.of(
        new Scenario(
            "failover-standby",
            "1 M pending, one of two schedulers is killed, standby there",
            bench -> killed(bench, "failover-standby", 1, new double[] {8_000, 20_000})),
        new Scenario(
            "failover-alone",
            "the same without a standby",
            bench -> killed(bench, "failover-alone", 0, null)),
        new Scenario(
            "restart-of-two",
            "1 M pending, one of two is killed and starts again at once",
            Failover::restarted),
        new Scenario("restore", "a scheduler starts without its local state", Failover::restore));
  }

  private static void killed(Bench bench, String name, int standbys, double @Nullable [] goals) {
    var settings = Map.of("standby.replicas", Integer.toString(standbys));
    try (var rig = pair(bench, settings)) {
      measure(bench, name, rig, rig.scheduler("scheduler-1")::kill, goals);
    }
  }

  private static void restarted(Bench bench) {
    try (var rig = pair(bench, Map.of("standby.replicas", "1"))) {
      Runnable restart =
          () -> {
            rig.scheduler("scheduler-1").kill();
            rig.scheduler("scheduler-1").startAgain();
          };
      measure(bench, "restart-of-two", rig, restart, new double[] {5_000, 20_000});
    }
  }

  /** A rig with two ready schedulers. */
  private static Rig pair(Bench bench, Map<String, String> settings) {
    return new Rig(bench, Map.of(), settings).ready(List.of(Map.of(), Map.of()));
  }

  private static void measure(
      Bench bench, String name, Rig rig, Runnable fault, double @Nullable [] goals) {
    rig.target("orders");
    Backlog.fill(bench, rig, bench.jobs(MILLION));
    var pauses = new Pauses();
    try (var plain = new Lateness(rig, "orders", false, pauses::delivered);
        var committed = new Lateness(rig, "orders", true);
        var feed = new Feed(rig, "orders", "live-")) {
      var sent = SteadyLoad.warmUp(bench, feed, committed);
      plain.await(sent, LIMIT);
      plain.startAnew();
      committed.startAnew();
      pauses.startAnew();
      var first = sent;
      var feeding =
          CompletableFuture.supplyAsync(
              () -> feed.schedulePaced(first, PER_SECOND, Duration.ofSeconds(60), 500));
      Bench.pass(Duration.ofSeconds(10));
      fault.run();
      committed.await(feeding.join(), LIMIT);
      bench.row(name, "latest job, plain consumer", "ms", plain.visibleMs(100), goal(goals, 0));
      bench.row(name, "latest job, read_committed", "ms", committed.visibleMs(100), goal(goals, 1));
      bench.row(name, "early", "jobs", committed.early(), atMost(0));
      var moved = pauses.longerThan(MOVED_MS);
      bench.row(name, "partitions that paused", "partitions", moved.length, null);
      bench.row(name, "first fire of the first of them", "ms", moved[0], null);
      bench.row(name, "first fire of the last of them", "ms", moved[moved.length - 1], null);
    }
  }

  private static @Nullable Goal goal(double @Nullable [] goals, int index) {
    return goals == null ? null : atMost(goals[index]);
  }

  private static void restore(Bench bench) {
    var jobs = bench.jobs(RESTORED);
    try (var rig = Rig.standard(bench)) {
      rig.target("orders");
      var empty = startWithoutState(rig);
      Backlog.fill(bench, rig, jobs);
      var full = startWithoutState(rig);
      rig.awaitPending(jobs, LIMIT);
      bench.row("restore", "ready, with nothing to restore", "s", empty, null);
      bench.row("restore", "ready, with %,d jobs".formatted(jobs), "s", full, null);
      bench.row("restore", "restored", "jobs/s", jobs / (full - empty), atLeast(400_000));
    }
  }

  /** Seconds until a scheduler without local state is ready. */
  private static double startWithoutState(Rig rig) {
    rig.scheduler().terminate();
    Rig.delete(rig.stateOf("scheduler-0"));
    var start = System.nanoTime();
    rig.scheduler().startAgain();
    rig.scheduler().awaitReady();
    return (System.nanoTime() - start) / 1e9;
  }
}

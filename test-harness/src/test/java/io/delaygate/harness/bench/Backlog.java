package io.delaygate.harness.bench;

import static io.delaygate.harness.bench.Row.Goal.atMost;

import java.time.Duration;
import java.util.List;

/**
 * Scenarios with millions of jobs that are due much later: their cost, and their effect on others.
 */
final class Backlog {
  private static final int MILLION = 1_000_000;
  private static final int PER_SECOND = 1_500;
  private static final long HOUR_MS = Duration.ofHours(1).toMillis();
  private static final Duration LIMIT = Duration.ofMinutes(20);

  /**
   * Time until the compilers have finished their work for the load before; little else runs then.
   */
  private static final int SETTLE_SECONDS = 120;

  private Backlog() {}

  static List<Scenario> all() {
    return List.of(
        new Scenario("pending-1m", "1 M jobs pending", bench -> run(bench, "pending-1m", MILLION)),
        new Scenario(
            "pending-10m",
            "10 M jobs pending, and 1,500 jobs/s beside them",
            bench -> run(bench, "pending-10m", 10 * MILLION)),
        new Scenario("idle", "1 M jobs pending, nothing due", Backlog::idle));
  }

  private static void run(Bench bench, String name, int goalJobs) {
    var jobs = bench.jobs(goalJobs);
    try (var rig = Rig.standard(bench)) {
      var target = rig.target("orders");
      try (var plain = new Lateness(rig, target, false);
          var feed = new Feed(rig, target, "live-")) {
        var sent = SteadyLoad.warmUp(bench, feed, plain);
        var before = lateness(bench, plain, feed, sent);
        bench.row(name, "emitted p99 before", "ms", before, null);
        fill(bench, rig, jobs);
        var after = lateness(bench, plain, feed, (int) plain.count());
        bench.row(name, "emitted p99 with the backlog", "ms", after, null);
        bench.row(name, "ratio of both p99", "", after / Math.max(1, before), atMost(2));
        memory(bench, name, rig, jobs);
        restart(bench, name, rig, plain);
      }
    }
  }

  /** Schedules jobs that are due in an hour or later; returns when the scheduler has them. */
  static void fill(Bench bench, Rig rig, int jobs) {
    try (var feed = new Feed(rig, "orders", "far-")) {
      var start = System.nanoTime();
      var due = System.currentTimeMillis() + HOUR_MS;
      feed.scheduleAll(jobs, i -> due + i);
      rig.awaitPending(jobs, LIMIT);
      bench.say(
          "%d jobs are pending after %d s"
              .formatted(jobs, (System.nanoTime() - start) / 1_000_000_000));
    }
  }

  private static double lateness(Bench bench, Lateness plain, Feed feed, int first) {
    plain.await(first, LIMIT);
    plain.startAnew();
    plain.await(feed.schedulePaced(first, PER_SECOND, bench.time(30), 1_000), LIMIT);
    return plain.emittedMs(99);
  }

  private static void memory(Bench bench, String name, Rig rig, int jobs) {
    var resident = Usage.residentMib(rig.scheduler().pid());
    bench.row(name, "memory of the scheduler", "MiB", resident, atMost(2_048));
    var disk = Usage.diskMib(rig.stateOf("scheduler-0"));
    bench.row(name, "state on disk", "bytes per job", disk * 1048576 / jobs, null);
  }

  private static void restart(Bench bench, String name, Rig rig, Lateness plain) {
    var stop = System.nanoTime();
    rig.scheduler().terminate();
    bench.row(name, "orderly stop", "s", (System.nanoTime() - stop) / 1e9, null);
    var read = plain.count();
    try (var probe = new Feed(rig, "orders", "probe-")) {
      probe.schedule(0, System.currentTimeMillis());
      probe.flush();
    }
    var start = System.nanoTime();
    rig.scheduler().startAgain();
    plain.await(read + 1, LIMIT);
    var seconds = (System.nanoTime() - start) / 1e9;
    bench.row(name, "first fire after a clean restart", "s", seconds, atMost(10));
  }

  private static void idle(Bench bench) {
    try (var rig = Rig.standard(bench)) {
      rig.target("orders");
      fill(bench, rig, bench.jobs(MILLION));
      idle(bench, "idle", rig);
    }
  }

  /** Measures an idle scheduler. */
  static void idle(Bench bench, String name, Rig rig) {
    Bench.pass(bench.time(SETTLE_SECONDS));
    var pid = rig.scheduler().pid();
    var cpu = Usage.cpuSeconds(pid);
    var records = rig.endOffsets();
    Bench.pass(bench.time(60));
    var share = (Usage.cpuSeconds(pid) - cpu) * 100_000.0 / bench.time(60).toMillis();
    bench.row(name, "CPU of the scheduler", "% of a core", share, atMost(3));
    var written = (double) (rig.endOffsets() - records);
    bench.row(name, "records and markers written", "", written, atMost(0));
  }
}

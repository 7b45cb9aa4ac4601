package io.delaygate.harness.bench;

import static io.delaygate.harness.bench.Row.Goal.atMost;

import java.time.Duration;
import java.util.List;

/** Scenarios of jobs that are cancelled before they are due, which must not slow down others. */
final class Cancelled {
  private static final int JOBS = 1_000_000;
  private static final int FIRED = 3_000_000;
  private static final int PER_SECOND = 1_000;

  /** Time to schedule and cancel all jobs; the measurement then includes their due times. */
  private static final Duration CANCELLED_AFTER = Duration.ofMinutes(5);

  private static final Duration LIMIT = Duration.ofMinutes(20);

  private Cancelled() {}

  static List<Scenario> all() {
    return List.of(
        new Scenario(
            "cancelled",
            "1 M jobs cancelled ahead of live ones",
            bench -> run(bench, "cancelled", 0)),
        new Scenario(
            "soak",
            "the same after 3 M jobs have fired",
            bench -> run(bench, "soak", bench.jobs(FIRED))));
  }

  private static void run(Bench bench, String name, int fired) {
    try (var rig = Rig.standard(bench)) {
      var target = rig.target("orders");
      try (var plain = new Lateness(rig, target, false);
          var feed = new Feed(rig, target, "live-")) {
        var sent = SteadyLoad.warmUp(bench, feed, plain);
        var before = measure(bench, plain, feed, sent);
        sent = (int) plain.count();
        for (var last = sent + fired; sent < last; sent++) {
          feed.schedule(sent, System.currentTimeMillis());
        }
        feed.flush();
        plain.await(sent, LIMIT);
        cancelMany(bench, rig);
        rows(bench, name, before, measure(bench, plain, feed, sent));
      }
    }
  }

  private static void rows(Bench bench, String name, double before, double after) {
    bench.row(name, "emitted p99 before", "ms", before, null);
    bench.row(name, "emitted p99 after", "ms", after, null);
    bench.row(name, "ratio of both p99", "", after / Math.max(1, before), atMost(1.5));
  }

  /** Schedules and cancels jobs that would be due during the next measurement. */
  private static void cancelMany(Bench bench, Rig rig) {
    var jobs = bench.jobs(JOBS);
    try (var feed = new Feed(rig, "orders", "cancelled-")) {
      var due = System.currentTimeMillis() + CANCELLED_AFTER.toMillis();
      feed.scheduleAll(jobs, i -> due + i / 100);
      rig.awaitPending(jobs, LIMIT);
      for (var i = 0; i < jobs; i++) {
        feed.cancel(i);
      }
      feed.flush();
      rig.awaitPending(0, LIMIT);
      var left = due - System.currentTimeMillis() - bench.time(10).toMillis();
      if (left < 0) {
        throw new IllegalStateException("some were due before all were cancelled");
      }
      Bench.pass(Duration.ofMillis(left));
    }
  }

  private static double measure(Bench bench, Lateness plain, Feed feed, int first) {
    plain.startAnew();
    plain.await(feed.schedulePaced(first, PER_SECOND, bench.time(30), 1_000), LIMIT);
    return plain.emittedMs(99);
  }
}

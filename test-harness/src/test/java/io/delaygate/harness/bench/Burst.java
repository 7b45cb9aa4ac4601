package io.delaygate.harness.bench;

import static io.delaygate.harness.bench.Row.Goal.atMost;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.delaygate.harness.bench.Row.Goal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Scenarios with many jobs due at once beside a steady load. Bursts are repeated, because the first
 * one runs uncompiled code, and the compilers are still busy during the next ones.
 */
final class Burst {
  private static final int JOBS = 100_000;
  private static final int PRODUCERS = 64;
  private static final int NEIGHBOURS_PER_SECOND = 200;
  private static final double ALL_OUT_MS = 3_000;
  private static final Duration LIMIT = Duration.ofMinutes(2);

  /** Bursts before the measurement, until the compilers are idle. */
  private static final int BEFORE = 8;

  private static final int MEASURED = 5;

  /** Time in which a burst is scheduled before it is due. */
  private static final long AHEAD_MS = 10_000;

  /**
   * Duration of the steady load, which starts with the scheduling and lasts longer than the burst.
   */
  private static final Duration STEADY = Duration.ofSeconds(16);

  private Burst() {}

  static List<Scenario> all() {
    return List.of(
        scenario(
            "burst-second",
            "100,000 due in one second",
            (feed, ids, jobs, dueMs) -> feed.scheduleAll(jobs, i -> dueMs + i % 1_000)),
        scenario(
            "burst-millisecond",
            "100,000 due in one millisecond",
            (feed, ids, jobs, dueMs) -> feed.scheduleAll(jobs, i -> dueMs)),
        scenario(
            "burst-partition",
            "100,000 due in one millisecond, all of one partition",
            Burst::onePartition),
        scenario(
            "burst-producers",
            "100,000 due in one second, scheduled by 64 producers at once",
            Burst::manyProducers));
  }

  private static Scenario scenario(String name, String what, Schedule schedule) {
    return new Scenario(name, what, bench -> run(bench, name, schedule));
  }

  /** Schedules a burst. */
  @FunctionalInterface
  private interface Schedule {
    /**
     * Schedules all jobs; returns when the broker has them.
     *
     * @param feed feed with ids that only this burst uses
     * @param ids prefix for ids of further feeds
     */
    void all(Feed feed, String ids, int jobs, long dueMs);
  }

  private static void onePartition(Feed feed, String ids, int jobs, long dueMs) {
    IntStream.iterate(0, i -> i + 1)
        .mapToObj(i -> ids + i)
        .filter(id -> Rig.partitionOf(id.getBytes(UTF_8)) == 0)
        .limit(jobs)
        .forEach(id -> feed.schedule(id, dueMs));
    feed.flush();
  }

  private static void manyProducers(Feed feed, String ids, int jobs, long dueMs) {
    var each = jobs / PRODUCERS;
    var others =
        IntStream.range(1, PRODUCERS).mapToObj(i -> feed.another(ids + "p" + i + "-")).toList();
    var sending =
        others.stream()
            .map(
                one ->
                    CompletableFuture.runAsync(
                        () -> sendAll(one, dueMs, each), task -> new Thread(task).start()))
            .toList();
    feed.scheduleAll(jobs - each * others.size(), i -> dueMs + i % 1_000);
    sending.forEach(CompletableFuture::join);
  }

  private static void sendAll(Feed feed, long dueMs, int count) {
    try (feed) {
      feed.scheduleAll(count, i -> dueMs + i % 1_000);
    }
  }

  private static void run(Bench bench, String name, Schedule schedule) {
    try (var rig = Rig.standard(bench)) {
      var target = rig.target("burst");
      var other = rig.target("neighbours");
      try (var plain = new Lateness(rig, target, false);
          var committed = new Lateness(rig, target, true);
          var neighbours = new Lateness(rig, other, true);
          var feed = new Feed(rig, target, "burst-");
          var beside = new Feed(rig, other, "beside-")) {
        var load = new Load(schedule, feed, beside);
        var out = new ArrayList<Double>();
        var outCommitted = new ArrayList<Double>();
        for (var burst = 0; burst < BEFORE + MEASURED; burst++) {
          if (burst == BEFORE) {
            neighbours.startAnew();
          }
          plain.startAnew();
          committed.startAnew();
          var jobs = load.burst(bench);
          plain.await(jobs, LIMIT);
          committed.await(jobs, LIMIT);
          load.awaitNeighbours();
          out.add(plain.visibleMs(100));
          outCommitted.add(committed.visibleMs(100));
          bench.say("burst %d: out after %.0f ms".formatted(burst, committed.visibleMs(100)));
        }
        rows(bench, name + ", plain consumer", out, null);
        rows(bench, name + ", read_committed", outCommitted, atMost(ALL_OUT_MS));
        bench.row(name, "neighbours' p99, read_committed", "ms", neighbours.visibleMs(99), null);
        bench.row(name, "early", "jobs", plain.early(), atMost(0));
      }
    }
  }

  private static void rows(
      Bench bench, String scenario, List<Double> lastMs, @Nullable Goal median) {
    var measured = lastMs.stream().skip(BEFORE).sorted().toList();
    var unit = "ms after due";
    bench.row(scenario, "last one of the first burst", unit, lastMs.get(0), null);
    bench.row(scenario, "last one, median", unit, measured.get(MEASURED / 2), median);
    bench.row(scenario, "last one, worst", unit, measured.get(MEASURED - 1), null);
  }

  /** Sender of the bursts and of the steady load. */
  private static final class Load {
    private final Schedule schedule;
    private final Feed feed;
    private final Feed beside;
    private CompletableFuture<Integer> neighbours = CompletableFuture.completedFuture(0);
    private int bursts;

    Load(Schedule schedule, Feed feed, Feed beside) {
      this.schedule = schedule;
      this.feed = feed;
      this.beside = beside;
    }

    /**
     * Schedules the next burst beside the steady load; returns the number of jobs of all bursts.
     */
    long burst(Bench bench) {
      neighbours =
          neighbours.thenApplyAsync(
              sent -> beside.schedulePaced(sent, NEIGHBOURS_PER_SECOND, STEADY, 500));
      var ids = "burst-%d-".formatted(bursts++);
      var dueMs = System.currentTimeMillis() + AHEAD_MS;
      try (var own = feed.another(ids)) {
        schedule.all(own, ids, bench.jobs(JOBS), dueMs);
      }
      var lateMs = System.currentTimeMillis() - dueMs;
      if (lateMs > 0) {
        bench.say("it took %d ms too long to schedule them".formatted(lateMs));
      }
      return (long) bursts * bench.jobs(JOBS);
    }

    void awaitNeighbours() {
      neighbours.join();
    }
  }
}

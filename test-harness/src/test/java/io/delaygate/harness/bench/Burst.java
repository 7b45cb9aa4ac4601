package io.delaygate.harness.bench;

import static io.delaygate.harness.bench.Row.Goal.atMost;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

/** Many jobs due at once, and neighbours that are due all the time. */
final class Burst {
  private static final int JOBS = 100_000;
  private static final int PRODUCERS = 64;
  private static final int NEIGHBOURS_PER_SECOND = 200;
  private static final double ALL_OUT_MS = 3_000;
  private static final Duration LIMIT = Duration.ofMinutes(2);

  private Burst() {}

  static List<Scenario> all() {
    return List.of(
        scenario(
            "burst-second",
            "100,000 due in one second",
            (bench, feed, dueMs) -> feed.scheduleAll(bench.jobs(JOBS), i -> dueMs + i % 1_000)),
        scenario("burst-millisecond", "100,000 due in one millisecond", Burst::inOneMillisecond),
        scenario(
            "burst-partition",
            "100,000 due in one millisecond, all of one partition",
            (bench, feed, dueMs) -> onePartition(feed, dueMs, bench.jobs(JOBS))),
        scenario(
            "burst-producers",
            "100,000 due in one second, scheduled by 64 producers at once",
            (bench, feed, dueMs) -> manyProducers(feed, dueMs, bench.jobs(JOBS))),
        new Scenario(
            "burst-cold",
            "100,000 due in one millisecond, of a scheduler that has just been started",
            bench -> run(bench, "burst-cold", Burst::inOneMillisecond, Burst::warmUpALittle)));
  }

  private static Scenario scenario(String name, String what, Schedule schedule) {
    return new Scenario(name, what, bench -> run(bench, name, schedule, Burst::warmUp));
  }

  /** Schedules the burst. */
  @FunctionalInterface
  private interface Schedule {
    void all(Bench bench, Feed feed, long dueMs);
  }

  /** What goes before the burst; how many jobs that were. */
  @FunctionalInterface
  private interface WarmUp {
    int jobs(Bench bench, Feed beside, Lateness neighbours);
  }

  private static void inOneMillisecond(Bench bench, Feed feed, long dueMs) {
    feed.scheduleAll(bench.jobs(JOBS), i -> dueMs);
  }

  private static void onePartition(Feed feed, long dueMs, int count) {
    IntStream.iterate(0, i -> i + 1)
        .mapToObj(i -> "one-" + i)
        .filter(id -> Rig.partitionOf(id.getBytes(UTF_8)) == 0)
        .limit(count)
        .forEach(id -> feed.schedule(id, dueMs));
    feed.flush();
  }

  private static void manyProducers(Feed feed, long dueMs, int count) {
    var each = count / PRODUCERS;
    var others = IntStream.range(1, PRODUCERS).mapToObj(i -> feed.another("p" + i + "-")).toList();
    var sending =
        others.stream()
            .map(
                one ->
                    CompletableFuture.runAsync(
                        () -> sendAll(one, dueMs, each), task -> new Thread(task).start()))
            .toList();
    feed.scheduleAll(count - each * others.size(), i -> dueMs + i % 1_000);
    sending.forEach(CompletableFuture::join);
  }

  private static void sendAll(Feed feed, long dueMs, int count) {
    try (feed) {
      feed.scheduleAll(count, i -> dueMs + i % 1_000);
    }
  }

  private static void run(Bench bench, String name, Schedule schedule, WarmUp warmUp) {
    try (var rig = Rig.standard(bench)) {
      var target = rig.target("burst");
      var other = rig.target("neighbours");
      try (var plain = new Lateness(rig, target, false);
          var committed = new Lateness(rig, target, true);
          var neighbours = new Lateness(rig, other, true);
          var feed = new Feed(rig, target, "burst-");
          var beside = new Feed(rig, other, "beside-")) {
        var sent = warmUp.jobs(bench, beside, neighbours);
        var dueMs = System.currentTimeMillis() + 15_000;
        var steady =
            CompletableFuture.supplyAsync(
                () ->
                    beside.schedulePaced(sent, NEIGHBOURS_PER_SECOND, Duration.ofSeconds(22), 500));
        schedule.all(bench, feed, dueMs);
        bench.say(
            "scheduled %d ms before they are due".formatted(dueMs - System.currentTimeMillis()));
        neighbours.startAnew();
        var jobs = bench.jobs(JOBS);
        plain.await(jobs, LIMIT);
        committed.await(jobs, LIMIT);
        steady.join();
        bench.row(
            name, "last one read by a plain consumer", "ms after due", plain.visibleMs(100), null);
        bench.row(
            name,
            "last one read by read_committed",
            "ms after due",
            committed.visibleMs(100),
            name.equals("burst-cold") ? null : atMost(ALL_OUT_MS));
        bench.row(name, "neighbours' p99, read_committed", "ms", neighbours.visibleMs(99), null);
        bench.row(name, "early", "jobs", plain.early(), atMost(0));
      }
    }
  }

  private static int warmUp(Bench bench, Feed beside, Lateness neighbours) {
    return SteadyLoad.settle(bench, beside, neighbours, NEIGHBOURS_PER_SECOND);
  }

  private static int warmUpALittle(Bench bench, Feed beside, Lateness neighbours) {
    var jobs = bench.jobs(JOBS);
    beside.scheduleAll(jobs, i -> System.currentTimeMillis());
    neighbours.await(jobs, LIMIT);
    return jobs;
  }
}

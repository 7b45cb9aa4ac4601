package io.delaygate.harness.bench;

import static io.delaygate.harness.bench.Row.Goal.atLeast;
import static io.delaygate.harness.bench.Row.Goal.atMost;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;

/**
 * Scenario with a paused and a limited target, each with many overdue jobs, and a third target
 * beside them.
 */
final class Controlled {
  private static final int OVERDUE = 500_000;
  private static final int PER_SECOND = 1_000;
  private static final int RATE = 100;
  private static final Duration LIMIT = Duration.ofMinutes(10);
  private static final String NAME = "paused-and-limited";
  private static final String PAUSED = "paused";
  private static final String LIMITED = "limited";
  private static final Set<String> CHANGELOG = Set.of("delaygate-jobs-changelog");

  private Controlled() {}

  static List<Scenario> all() {
    return List.of(
        new Scenario(
            NAME,
            "one target paused, one limited to 100/s, 500,000 overdue jobs each; a third beside",
            Controlled::run));
  }

  private static void run(Bench bench) {
    var jobs = bench.jobs(OVERDUE);
    try (var rig = Rig.standard(bench)) {
      var target = rig.target("orders");
      rig.target(PAUSED);
      rig.target(LIMITED);
      decide(rig, "pause/" + PAUSED, "now");
      decide(rig, "rate/" + LIMITED, Integer.toString(RATE));
      try (var third = new Lateness(rig, target, false);
          var feed = new Feed(rig, target, "live-")) {
        var before = lateness(bench, third, feed, SteadyLoad.warmUp(bench, feed, third));
        park(bench, rig, jobs);
        var after = lateness(bench, third, feed, (int) third.count());
        bench.row(NAME, "emitted p99 before", "ms", before, null);
        bench.row(NAME, "emitted p99 with the backlogs", "ms", after, null);
        bench.row(NAME, "ratio of both p99", "", after / Math.max(1, before), atMost(1.2));
        rate(bench, rig);
        release(bench, rig, jobs);
      }
    }
  }

  private static double lateness(Bench bench, Lateness third, Feed feed, int first) {
    third.await(first, LIMIT);
    third.startAnew();
    third.await(feed.schedulePaced(first, PER_SECOND, bench.time(30), 1_000), LIMIT);
    return third.emittedMs(99);
  }

  private static void park(Bench bench, Rig rig, int jobs) {
    var written = rig.endOffsets(CHANGELOG);
    var start = System.nanoTime();
    for (var target : List.of(PAUSED, LIMITED)) {
      try (var feed = new Feed(rig, target, target + "-")) {
        feed.scheduleAll(jobs, i -> System.currentTimeMillis());
      }
    }
    while (rig.sum("delaygate_parked_total") < 2L * jobs - jobs / 10) {
      Bench.pass(Duration.ofMillis(200));
    }
    Bench.pass(Duration.ofSeconds(5));
    var seconds = (System.nanoTime() - start) / 1e9;
    var records = (rig.endOffsets(CHANGELOG) - written) / (2.0 * jobs);
    bench.row(NAME, "parked", "jobs/s", 2 * jobs / seconds, null);
    bench.row(NAME, "changelog records and markers per parked job", "", records, atMost(1.2));
  }

  /**
   * Measures the rate by the timestamps of the scheduler, because visibility depends on commits.
   */
  private static void rate(Bench bench, Rig rig) {
    var fromMs = System.currentTimeMillis();
    Bench.pass(bench.time(30));
    var toMs = System.currentTimeMillis();
    var leftMs = leftMs(rig);
    var most = 0;
    for (int first = 0, last = 0; last < leftMs.length; last++) {
      while (leftMs[last] - leftMs[first] >= 10_000) {
        first++;
      }
      most = Math.max(most, last - first + 1);
    }
    bench.row(NAME, "most for the limited target in any 10 s", "", most, atMost(10 * RATE));
    var between = Arrays.stream(leftMs).filter(ms -> ms >= fromMs && ms < toMs).count();
    var share = between * 1_000.0 / (toMs - fromMs) / RATE;
    bench.row(NAME, "share of the rate that it gets", "", share, atLeast(0.8));
  }

  /** Times at which the jobs of the limited target left, in ascending order. */
  private static long[] leftMs(Rig rig) {
    try (var consumer = Lateness.consumer(rig.bootstrapServers(), LIMITED, true)) {
      var ends = consumer.endOffsets(consumer.assignment());
      var times = new ArrayList<Long>();
      while (ends.entrySet().stream().anyMatch(e -> consumer.position(e.getKey()) < e.getValue())) {
        consumer.poll(Duration.ofMillis(100)).forEach(record -> times.add(record.timestamp()));
      }
      return times.stream().mapToLong(Long::longValue).sorted().toArray();
    }
  }

  /** Kills the scheduler, checks that the pause still holds, and ends the pause. */
  private static void release(Bench bench, Rig rig, int jobs) {
    rig.scheduler().kill();
    rig.scheduler().startAgain();
    rig.scheduler().awaitReady();
    Bench.pass(Duration.ofSeconds(5));
    var early = (double) rig.endOffsets(Set.of(PAUSED));
    bench.row(NAME, "deliveries to the paused target", "", early, atMost(0));
    decide(rig, "pause/" + PAUSED, null);
    try (var paused = new Lateness(rig, PAUSED, true)) {
      var start = System.nanoTime();
      paused.await(jobs, LIMIT);
      bench.row(NAME, "released", "jobs/s", jobs / ((System.nanoTime() - start) / 1e9), null);
    }
  }

  private static void decide(Rig rig, String key, @Nullable String value) {
    try (var producer = Feed.producer(rig.bootstrapServers())) {
      var bytes = value == null ? null : value.getBytes(UTF_8);
      var unused =
          producer.send(new ProducerRecord<>("delay-control", 0, key.getBytes(UTF_8), bytes));
      producer.flush();
    }
  }
}

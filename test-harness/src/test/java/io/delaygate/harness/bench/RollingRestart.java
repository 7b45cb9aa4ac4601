package io.delaygate.harness.bench;

import static io.delaygate.harness.bench.Row.Goal.atMost;

import io.delaygate.harness.queues.Connection;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Scenarios of a rolling restart of two schedulers with static members, under load, while a caller
 * schedules over HTTP and waits for each outcome.
 */
final class RollingRestart {
  private static final int PER_SECOND = 1_000;
  private static final long DELAY_MS = 500;
  private static final long LATEST_MS = 5_000;
  private static final int CALLS_PER_SECOND = 20;
  private static final Duration LIMIT = Duration.ofMinutes(2);

  /** Pause before, between and after the restarts: the chart's {@code minReadySeconds}. */
  private static final Duration STEADY = Duration.ofSeconds(90);

  private static final String JOB =
      "{\"target\":{\"topic\":\"orders\"},\"delay\":\"1h\",\"value\":\"x\"}";

  private RollingRestart() {}

  static List<Scenario> all() {
    return List.of(
        new Scenario(
            "rolling-restart",
            "both schedulers restarted, started again at once",
            bench -> run(bench, "rolling-restart", Duration.ZERO)),
        new Scenario(
            "rolling-replacement",
            "the same, but started again after 60 s, as a pod that is replaced",
            bench -> run(bench, "rolling-replacement", Duration.ofMinutes(1))));
  }

  private static void run(Bench bench, String name, Duration between) {
    var members = List.of(member(0), member(1));
    try (var rig = new Rig(bench, Map.of(), Map.of()).ready(members)) {
      var schedulers = List.of(rig.scheduler("scheduler-0"), rig.scheduler("scheduler-1"));
      var target = rig.target("orders");
      var port = rig.startGateway().port();
      try (var committed = new Lateness(rig, target, true);
          var feed = new Feed(rig, target, "job-")) {
        var sent = SteadyLoad.warmUp(bench, feed, committed);
        committed.startAnew();
        var stopped = new AtomicBoolean();
        var calls = new Calls(port, stopped);
        var calling = CompletableFuture.runAsync(calls::call, task -> new Thread(task).start());
        var feeding = CompletableFuture.supplyAsync(() -> feed(feed, sent, stopped));
        Bench.pass(STEADY);
        for (var scheduler : schedulers) {
          bench.say("latest so far %,.0f ms; one stops".formatted(committed.visibleMs(100)));
          scheduler.terminate();
          Bench.pass(between);
          bench.say("latest so far %,.0f ms; it starts".formatted(committed.visibleMs(100)));
          scheduler.startAgain();
          scheduler.awaitReady();
          bench.say("latest so far %,.0f ms; it is ready".formatted(committed.visibleMs(100)));
          Bench.pass(STEADY);
        }
        bench.say("latest so far %,.0f ms; the end".formatted(committed.visibleMs(100)));
        stopped.set(true);
        calling.join();
        var jobs = feeding.join();
        committed.await(jobs, LIMIT);
        Bench.pass(Duration.ofSeconds(2));
        bench.row(name, "jobs", "", jobs - sent, null);
        bench.row(name, "twice", "jobs", (double) (committed.count() - jobs), atMost(0));
        bench.row(name, "early", "jobs", committed.early(), atMost(0));
        bench.row(name, "p50, read_committed", "ms", committed.visibleMs(50), null);
        bench.row(name, "p99, read_committed", "ms", committed.visibleMs(99), null);
        var latest = committed.visibleMs(100);
        bench.row(name, "latest job, read_committed", "ms", latest, atMost(LATEST_MS));
        bench.row(name, "calls that got their outcome", "", calls.answered.get(), null);
        bench.row(name, "calls to be repeated (503)", "", calls.busy.get(), null);
        bench.row(name, "calls that got anything else", "", calls.strange.get(), atMost(0));
      }
    }
  }

  private static Map<String, String> member(int index) {
    return Map.of("group.instance.id", "delaygate-scheduler-" + index);
  }

  private static int feed(Feed feed, int first, AtomicBoolean stopped) {
    var next = first;
    while (!stopped.get()) {
      next = feed.schedulePaced(next, PER_SECOND, Duration.ofMillis(200), DELAY_MS);
    }
    return next;
  }

  /** A caller that makes one call at a time, so that a slow answer delays the next call. */
  private record Calls(
      int port,
      AtomicBoolean stopped,
      AtomicInteger answered,
      AtomicInteger busy,
      AtomicInteger strange) {
    private Calls(int port, AtomicBoolean stopped) {
      this(port, stopped, new AtomicInteger(), new AtomicInteger(), new AtomicInteger());
    }

    private void call() {
      try (var connection = new Connection(port)) {
        while (!stopped.get()) {
          var counter =
              switch (connection.post("/v1/jobs?wait=true", JOB).status()) {
                case 201 -> answered;
                case 503 -> busy;
                default -> strange;
              };
          counter.incrementAndGet();
          LockSupport.parkNanos(1_000_000_000L / CALLS_PER_SECOND);
        }
      }
    }
  }
}

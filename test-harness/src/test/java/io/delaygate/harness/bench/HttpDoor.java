package io.delaygate.harness.bench;

import static io.delaygate.harness.bench.Row.Goal.atLeast;
import static io.delaygate.harness.bench.Row.Goal.atMost;

import io.delaygate.harness.bench.Calls.Call;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Scenario of scheduling over HTTP, where answers come when the command is durable. */
final class HttpDoor {
  private static final int CONNECTIONS = 32;

  /** Half of the 16 batches that a gateway takes at a time. */
  private static final int BATCH_CONNECTIONS = 8;

  private static final int BATCH = 100;
  private static final String JOB =
      "{\"target\":{\"topic\":\"orders\"},\"delay\":\"1h\",\"value\":\"%s\"}"
          .formatted("x".repeat(200));

  private HttpDoor() {}

  static List<Scenario> all() {
    return List.of(new Scenario("http", "schedule over HTTP, 32 connections", HttpDoor::run));
  }

  private static void run(Bench bench) {
    try (var rig = Rig.standard(bench)) {
      rig.target("orders");
      var port = rig.startGateway().port();
      var batch =
          IntStream.range(0, BATCH).mapToObj(i -> JOB).collect(Collectors.joining(",", "[", "]"));
      // batches come first, because they warm up scheduler and broker the most
      var batches = new Calls(port, Call.post("/v1/jobs/batch", batch), BATCH_CONNECTIONS, 0);
      batches.perSecond(bench.time(60));
      var jobs = batches.perSecond(bench.time(20)) * BATCH;
      bench.row("http", "in batches of 100", "jobs/s", jobs, atLeast(25_000));
      var single = new Calls(port, Call.post("/v1/jobs", JOB), CONNECTIONS, 0);
      single.perSecond(bench.time(150));
      var calls = single.perSecond(bench.time(30));
      bench.row("http", "single calls", "jobs/s", calls, atLeast(8_000));
      var paced = new Calls(port, Call.post("/v1/jobs", JOB), CONNECTIONS, 1_000);
      paced.perSecond(bench.time(10));
      paced.micros().reset();
      paced.perSecond(bench.time(20));
      var p50 = paced.micros().getValueAtPercentile(50) / 1_000.0;
      bench.row("http", "p50 at 1,000 calls/s", "ms", p50, null);
      var p99 = paced.micros().getValueAtPercentile(99) / 1_000.0;
      bench.row("http", "p99 at 1,000 calls/s", "ms", p99, atMost(50));
    }
  }
}

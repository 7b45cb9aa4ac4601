package io.delaygate.harness.bench;

import static io.delaygate.harness.bench.Row.Goal.atLeast;
import static io.delaygate.harness.bench.Row.Goal.atMost;

import io.delaygate.gateway.push.CallEnd;
import io.delaygate.gateway.push.CallerConfig;
import io.delaygate.gateway.push.EndpointCall;
import io.delaygate.gateway.push.EndpointCaller;
import io.delaygate.gateway.push.UrlRules;
import io.delaygate.harness.process.ServiceProcess;
import io.delaygate.harness.push.CallTrial;
import io.delaygate.harness.push.GatewayCalls;
import io.delaygate.harness.push.PlannedServer;
import io.delaygate.harness.push.Reaction;
import io.delaygate.harness.push.ReceivedCall;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;

/** Scenarios of jobs that call HTTP endpoints. */
final class PushDoor {
  private static final int PARALLEL = 500;
  private static final Duration LIMIT = Duration.ofMinutes(10);
  private static final String FAST = "fast";

  private PushDoor() {}

  static List<Scenario> all() {
    return List.of(
        new Scenario(
            "push-rate",
            "100,000 due calls of a fast endpoint, and as many by the HTTP client alone",
            PushDoor::rate),
        new Scenario("push-latency", "200 calls a second for a minute", PushDoor::latency),
        new Scenario(
            "push-hang",
            "1,000 endpoints, of which none and then 50 hang for 30 s",
            PushDoor::hang),
        new Scenario(
            "push-crash",
            "20,000 calls, and SIGKILL of a gateway and of the scheduler",
            PushDoor::crash));
  }

  private static void rate(Bench bench) throws IOException {
    var jobs = bench.jobs(100_000);
    try (var rig = Rig.standard(bench);
        var server = PlannedServer.start(call -> Reaction.status(204))) {
      var calls = new GatewayCalls(gateway(bench, rig));
      calls.put(FAST, server.url(), ", \"parallelism\": " + PARALLEL);
      var warm = jobs / 5;
      calls.schedule(warm, i -> GatewayCalls.job("warm-" + i, System.currentTimeMillis(), FAST));
      await(() -> server.count() == warm);
      var dueMs = System.currentTimeMillis() + 1_000 + jobs / 5;
      calls.schedule(jobs, i -> GatewayCalls.job("due-" + i, dueMs, FAST));
      bench.say(
          "scheduled %d ms before they are due".formatted(dueMs - System.currentTimeMillis()));
      await(() -> server.count() >= warm + jobs);
      var lastMs = server.calls().stream().mapToLong(ReceivedCall::atMs).max().orElseThrow();
      var perSecond = jobs * 1e3 / (lastMs - dueMs);
      var alone = alone(server.url(), jobs);
      bench.row("push-rate", "calls", "calls/s", perSecond, null);
      bench.row("push-rate", "HTTP client alone", "calls/s", alone, null);
      bench.row(
          "push-rate", "share of the client alone", "%", 100 * perSecond / alone, atLeast(40));
    }
  }

  private static double alone(String url, int calls) {
    var rules = new UrlRules(true, Set.of(), List.of());
    try (var caller =
        EndpointCaller.start(CallerConfig.of(rules, List.of(), PARALLEL), System::nanoTime)) {
      var call =
          new EndpointCall(
              URI.create(url), "POST", List.of(), new byte[200], Duration.ofSeconds(9));
      alone(caller, call, calls / 5);
      var start = System.nanoTime();
      alone(caller, call, calls);
      return calls * 1e9 / (System.nanoTime() - start);
    }
  }

  private static void alone(EndpointCaller caller, EndpointCall call, int calls) {
    var room = new Semaphore(PARALLEL);
    var all = new CompletableFuture<?>[calls];
    for (var i = 0; i < calls; i++) {
      room.acquireUninterruptibly();
      all[i] =
          caller
              .call(call)
              .thenAccept(
                  end -> {
                    room.release();
                    if (!(end instanceof CallEnd.Answered)) {
                      throw new IllegalStateException(end.toString());
                    }
                  });
    }
    CompletableFuture.allOf(all).join();
  }

  private static void latency(Bench bench) throws IOException {
    try (var rig = Rig.standard(bench);
        var server = PlannedServer.start(call -> Reaction.status(204))) {
      var calls = new GatewayCalls(gateway(bench, rig));
      calls.put(FAST, server.url(), "");
      paced(calls, "warm", List.of(FAST), bench.time(20));
      paced(calls, "due", List.of(FAST), bench.time(60));
      await(() -> calls.isDone(FAST));
      var late = late(server.calls(), "due");
      bench.row("push-latency", "due to call p50", "ms", percentile(late, 50), null);
      bench.row("push-latency", "due to call p99", "ms", percentile(late, 99), atMost(150));
      bench.row("push-latency", "early", "calls", early(late), atMost(0));
    }
  }

  private static void hang(Bench bench) throws IOException {
    try (var rig = Rig.standard(bench);
        var fast = PlannedServer.start(call -> Reaction.status(204));
        var stuck =
            PlannedServer.start(
                call -> new Reaction.Late(Duration.ofSeconds(60), Reaction.status(204)))) {
      var calls = new GatewayCalls(gateway(bench, rig));
      var well = IntStream.range(0, 950).mapToObj(i -> "well-" + i).toList();
      var hanging = IntStream.range(0, 50).mapToObj(i -> "stuck-" + i).toList();
      well.forEach(name -> calls.put(name, fast.url(), ""));
      hanging.forEach(name -> calls.put(name, stuck.url(), ""));
      paced(calls, "warm", well, bench.time(20));
      paced(calls, "before", well, bench.time(60));
      var dueMs = System.currentTimeMillis();
      calls.schedule(
          50 * 40, i -> GatewayCalls.job("stuck-" + i, dueMs, hanging.get(i % hanging.size())));
      await(() -> stuck.count() >= 50 * 16);
      paced(calls, "during", well, bench.time(60));
      var before = percentile(late(fast.calls(), "before"), 99);
      var during = percentile(late(fast.calls(), "during"), 99);
      bench.row("push-hang", "due to call p99, none hangs", "ms", before, null);
      bench.row("push-hang", "due to call p99, 50 hang", "ms", during, null);
      bench.row("push-hang", "ratio", "", during / Math.max(1, before), atMost(1.2));
    }
  }

  private static void crash(Bench bench) {
    try (var rig = Rig.standard(bench)) {
      var gateways = List.of(gateway(bench, rig), gateway(bench, rig));
      var jobs = bench.jobs(20_000);
      var plan = new CallTrial.Plan(1, jobs, Duration.ofMillis(5_000 + jobs * 2L), LIMIT);
      var result = new CallTrial(gateways, List.of(rig.scheduler()), plan).run();
      bench.row("push-crash", "lost", "jobs", result.lost().size(), atMost(0));
      bench.row("push-crash", "early", "calls", result.early().size(), atMost(0));
      bench.row("push-crash", "dead", "jobs", result.dead(), atMost(0));
      bench.row("push-crash", "with two message ids", "jobs", result.renamed().size(), atMost(0));
      bench.row("push-crash", "calls for a job", "", (double) result.calls() / jobs, null);
    }
  }

  /** Schedules 200 jobs a second, each due a second later, for these endpoints in turn. */
  private static void paced(
      GatewayCalls calls, String prefix, List<String> endpoints, Duration time) {
    var start = System.currentTimeMillis();
    var ticks = (int) (time.toMillis() / 100);
    for (var tick = 0; tick < ticks; tick++) {
      var first = tick * 20;
      var dueMs = start + tick * 100L + 1_000;
      calls.schedule(
          20,
          i ->
              GatewayCalls.job(
                  prefix + "-" + (first + i),
                  dueMs + i * 5L,
                  endpoints.get((first + i) % endpoints.size())));
      Bench.pass(
          Duration.ofMillis(Math.max(0, start + (tick + 1) * 100L - System.currentTimeMillis())));
    }
    Bench.pass(Duration.ofSeconds(3));
  }

  private static long[] late(List<ReceivedCall> calls, String prefix) {
    return calls.stream()
        .filter(call -> call.header("delay-job-id").startsWith(prefix))
        .mapToLong(call -> call.atMs() - Long.parseLong(call.header("delay-job-due-ms")))
        .sorted()
        .toArray();
  }

  private static double percentile(long[] sorted, int percent) {
    return sorted[Math.min(sorted.length - 1, sorted.length * percent / 100)];
  }

  private static double early(long[] sorted) {
    return Arrays.stream(sorted).filter(late -> late < 0).count();
  }

  private static void await(BooleanSupplier condition) {
    var end = System.nanoTime() + LIMIT.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > end) {
        throw new IllegalStateException("not within " + LIMIT);
      }
      Bench.pass(Duration.ofMillis(100));
    }
  }

  private static ServiceProcess gateway(Bench bench, Rig rig) {
    try {
      var keys = bench.folder().resolve("endpoint.keys");
      Files.writeString(keys, Base64.getEncoder().encodeToString(new byte[32]));
      return rig.startGateway(
          Map.of(
              "endpoints.key.file",
              keys.toAbsolutePath().toString(),
              "endpoints.http.loopback",
              "true"));
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }
}

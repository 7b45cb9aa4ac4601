package io.delaygate.harness.bench;

import static io.delaygate.harness.bench.Row.Goal.atLeast;
import static io.delaygate.harness.bench.Row.Goal.atMost;

import io.delaygate.harness.queues.Endurance;
import io.delaygate.harness.queues.Requests;
import io.delaygate.harness.queues.Violation;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

/** Scenarios of queues with crashing workers and a killed gateway, and of requests for results. */
final class QueueTrial {
  /** Seed of crashes and leases. */
  private static final long SEED = Long.getLong("queues.seed", 1);

  private QueueTrial() {}

  static List<Scenario> all() {
    return List.of(
        new Scenario(
            "queue-endurance",
            "200,000 jobs, 64 bad workers, 3 gateways of which one is killed",
            QueueTrial::endure),
        new Scenario(
            "queue-requests", "10,000 requests and replies over 2 gateways", QueueTrial::ask));
  }

  private static void endure(Bench bench) {
    try (var rig = Rig.standard(bench)) {
      var gateways = IntStream.range(0, 3).mapToObj(i -> rig.startGateway()).toList();
      var jobs = bench.jobs(200_000);
      var plan = new Endurance.Plan(SEED, "endured", jobs, 64, Duration.ofMinutes(60));
      var endurance = new Endurance(gateways, plan);
      var start = System.nanoTime();
      var violations = endurance.run(done -> bench.say("%d jobs are finished".formatted(done)));
      var seconds = (System.nanoTime() - start) / 1e9;
      for (var kind : Violation.Kind.values()) {
        var found = violations.stream().filter(one -> one.kind() == kind).toList();
        found.stream().limit(10).forEach(one -> bench.say(one.toString()));
        bench.row("queue-endurance", kind.text(), "jobs", found.size(), atMost(0));
      }
      bench.row("queue-endurance", "finished", "jobs/s", jobs / seconds, null);
      var attempts = (double) endurance.log().handedOut() / jobs;
      bench.row("queue-endurance", "attempts for a job", "", attempts, null);
    }
  }

  private static void ask(Bench bench) {
    try (var rig = Rig.standard(bench)) {
      var gateways = IntStream.range(0, 2).mapToObj(i -> rig.startGateway()).toList();
      var requests = bench.jobs(10_000);
      new Requests(gateways, new Requests.Plan(SEED, "asked", 100, 64, 16)).run();
      var topics = rig.topics();
      var start = System.nanoTime();
      var result = new Requests(gateways, new Requests.Plan(SEED, "asked", requests, 64, 16)).run();
      var seconds = (System.nanoTime() - start) / 1e9;
      bench.row("queue-requests", "answered with their own result", "", result.answered(), null);
      var intended = result.answered() + result.inVain();
      bench.row("queue-requests", "ended as intended", "", intended, atLeast(requests));
      bench.row("queue-requests", "timed out though answered", "", result.late(), atMost(0));
      bench.row("queue-requests", "wrong answers", "", result.wrong(), atMost(0));
      bench.row("queue-requests", "asked", "requests/s", requests / seconds, null);
      var made = rig.topics().size() - topics.size();
      bench.row("queue-requests", "topics made", "", made, atMost(0));
    }
  }
}

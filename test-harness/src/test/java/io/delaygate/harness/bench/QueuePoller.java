package io.delaygate.harness.bench;

import static io.delaygate.harness.bench.Row.Goal.atMost;

import io.delaygate.harness.queues.Connection;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Scenario of a worker that polls a queue without waiting: number of calls, and time of empty
 * answers.
 */
final class QueuePoller {
  private static final int JOBS = 1_000;
  private static final int COUNT = 10;

  /** Five more calls than if each answer were full. */
  private static final int CALLS_MAX = 105;

  private static final Duration PAUSE = Duration.ofMillis(500);
  private static final int EMPTY_POLLS = 200;
  private static final String RESERVE = "/v1/queues/polled/reserve";

  private QueuePoller() {}

  static List<Scenario> all() {
    return List.of(
        new Scenario(
            "queue-poller",
            "a worker that asks each 500 ms for 10 of 1,000 jobs and does not wait",
            QueuePoller::run));
  }

  private static void run(Bench bench) {
    try (var rig = Rig.standard(bench)) {
      var port = rig.startGateway().port();
      QueueDoor.publish(port, "polled", JOBS);
      QueueDoor.awaitReady(port, "polled", JOBS);
      try (var connection = new Connection(port)) {
        var calls = drain(connection);
        bench.row("queue-poller", "calls for 1,000 jobs", "", calls, atMost(CALLS_MAX));
        var empty = emptyPolls(connection);
        row(bench, "p50", empty.getValueAtPercentile(50), null);
        row(bench, "p99", empty.getValueAtPercentile(99), atMost(300));
      }
    }
  }

  private static void row(Bench bench, String percentile, long micros, Row.@Nullable Goal goal) {
    bench.row("queue-poller", "empty answer, " + percentile, "ms", micros / 1_000.0, goal);
  }

  private static int drain(Connection connection) {
    var calls = 0;
    for (var taken = 0; taken < JOBS && calls < 2 * CALLS_MAX; calls++) {
      var claims = Claim.all(connection.post(RESERVE, "{\"count\":%d}".formatted(COUNT)));
      if (!claims.isEmpty()) {
        var list = claims.stream().map(Claim::json).collect(Collectors.joining(","));
        connection.post("/v1/queues/polled/finish", "{\"jobs\":[" + list + "]}");
      }
      taken += claims.size();
      Bench.pass(PAUSE);
    }
    return calls;
  }

  private static Histogram emptyPolls(Connection connection) {
    var micros = new Histogram(3);
    for (var i = 0; i < EMPTY_POLLS; i++) {
      var start = System.nanoTime();
      var answer = connection.post(RESERVE, "{\"count\":%d}".formatted(COUNT));
      micros.recordValue((System.nanoTime() - start) / 1_000);
      if (answer.status() != 200 || !Claim.all(answer).isEmpty()) {
        throw new IllegalStateException("an empty queue was answered with " + answer);
      }
      Bench.pass(PAUSE.dividedBy(5));
    }
    return micros;
  }
}

package io.delaygate.harness.bench;

import static io.delaygate.harness.bench.Row.Goal.atLeast;
import static io.delaygate.harness.bench.Row.Goal.atMost;

import io.delaygate.harness.bench.Calls.Call;
import io.delaygate.harness.process.Metrics;
import io.delaygate.harness.queues.Connection;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.HdrHistogram.ConcurrentHistogram;

/** Scenarios of queues over HTTP: publishing, working, and waiting for jobs. */
final class QueueDoor {
  private static final int CONNECTIONS = 32;

  /** Number of workers of the scenario with few workers. */
  private static final int FEW = 7;

  /** Half of the 16 batches that a gateway takes at a time. */
  private static final int BATCH_CONNECTIONS = 8;

  private static final int BATCH = 100;
  private static final String JOB = "{\"value\":\"%s\"}".formatted("x".repeat(200));

  /**
   * Enough for one core to publish and emit all jobs, and less than until ready jobs are emitted
   * again.
   */
  private static final Duration LIMIT = Duration.ofMinutes(5);

  /** Jobs that are reserved by 50 before the measurement, until most of the code is compiled. */
  private static final int WARM_UP = 600_000;

  /** Jobs that are reserved one by one before the measurement, after that. */
  private static final int FURTHER_WARM_UP = 100_000;

  private QueueDoor() {}

  static List<Scenario> all() {
    return List.of(
        new Scenario("queue-publish", "publish over HTTP, 32 connections", QueueDoor::publish),
        new Scenario("queue-work", "reserve and finish over HTTP, 32 connections", QueueDoor::work),
        new Scenario(
            "queue-latency", "from publishing to the answer of who waits", QueueDoor::latency));
  }

  private static void publish(Bench bench) {
    try (var rig = Rig.standard(bench)) {
      var port = rig.startGateway().port();
      var single = new Calls(port, Call.post(jobs("published"), JOB), CONNECTIONS, 0);
      single.perSecond(bench.time(150));
      var calls = single.perSecond(bench.time(30));
      bench.row("queue-publish", "single calls", "jobs/s", calls, atLeast(8_000));
    }
  }

  private static void work(Bench bench) {
    try (var rig = Rig.standard(bench)) {
      var port = rig.startGateway().port();
      var many = consumed(bench, port, "many", 50, bench.jobs(300_000));
      bench.row("queue-work", "reserved and finished by 50", "jobs/s", many, atLeast(10_000));
      var one = consumed(bench, port, "one", 1, bench.jobs(60_000));
      bench.row("queue-work", "reserved and finished one by one", "jobs/s", one, atLeast(3_000));
      var few = bench.jobs(5_000);
      publish(port, "few", few);
      awaitReady(port, "few", few);
      var workers = new Consumption(port, connection -> turn(connection, "few", 1), few);
      Bench.atOnce(FEW, i -> workers.work());
      bench.row("queue-work", "one by one, 7 workers", "jobs/s", workers.perSecond(few / 2), null);
    }
  }

  /**
   * Makes all jobs ready before the first is reserved, because their arrival is measured elsewhere.
   */
  private static double consumed(Bench bench, int port, String queue, int count, int measured) {
    var all = bench.jobs(count == 1 ? FURTHER_WARM_UP : WARM_UP) + measured;
    publish(port, queue, all);
    awaitReady(port, queue, all);
    bench.say("%d jobs are ready in %s".formatted(all, queue));
    var workers = new Consumption(port, connection -> turn(connection, queue, count), all);
    Bench.atOnce(CONNECTIONS, i -> workers.work());
    return workers.perSecond(measured);
  }

  private static int turn(Connection connection, String queue, int count) {
    var path = "/v1/queues/" + queue;
    var wish = "{\"count\":%d,\"wait\":\"1s\"}".formatted(count);
    var claims = Claim.all(connection.post(path + "/reserve", wish));
    if (!claims.isEmpty()) {
      var list = claims.stream().map(Claim::json).collect(Collectors.joining(","));
      var body = count == 1 ? list : "{\"jobs\":[" + list + "]}";
      var answer = connection.post(path + "/finish", body);
      if (answer.status() / 100 != 2 || answer.body().contains("\"problem\"")) {
        throw new IllegalStateException("finish was answered with " + answer);
      }
    }
    return claims.size();
  }

  /** Publishes at least this many jobs. */
  static void publish(int port, String queue, int jobs) {
    var batch =
        IntStream.range(0, BATCH).mapToObj(i -> JOB).collect(Collectors.joining(",", "[", "]"));
    Bench.atOnce(
        BATCH_CONNECTIONS,
        i -> {
          try (var connection = new Connection(port)) {
            for (var at = i; at * BATCH < jobs; at += BATCH_CONNECTIONS) {
              var answer = connection.post(jobs(queue) + "/batch", batch);
              if (answer.status() != 200 || !answer.body().contains("\"scheduled\":" + BATCH)) {
                throw new IllegalStateException("a batch was answered with " + answer);
              }
            }
          }
        });
  }

  static void awaitReady(int port, String queue, int jobs) {
    var end = System.nanoTime() + LIMIT.toNanos();
    while (ready(port, queue) < jobs) {
      if (System.nanoTime() > end) {
        throw new IllegalStateException(ready(port, queue) + " of " + jobs + " jobs are ready");
      }
      Bench.pass(Duration.ofMillis(100));
    }
  }

  /** Waits until no job is ready, so that the next ones do not wait for earlier ones. */
  private static void awaitTaken(int port, String queue) {
    var end = System.nanoTime() + LIMIT.toNanos();
    while (ready(port, queue) > 0) {
      if (System.nanoTime() > end) {
        throw new IllegalStateException(ready(port, queue) + " jobs are still there");
      }
      Bench.pass(Duration.ofMillis(100));
    }
  }

  private static int ready(int port, String queue) {
    var stats = Metrics.get(port, "/v1/queues/" + queue + "/stats");
    var ready = stats.map(HttpResponse::body).orElse("").replaceAll(".*\"ready\":(\\d+).*", "$1");
    return ready.matches("\\d+") ? Integer.parseInt(ready) : 0;
  }

  private static void latency(Bench bench) {
    try (var rig = Rig.standard(bench)) {
      var port = rig.startGateway().port();
      // warm-up, until the code is compiled
      waiting(bench, port, "busy", 250, bench.time(60));
      row(bench, "100 jobs/s", waiting(bench, port, "busy", 100, bench.time(30)));
      row(bench, "5 jobs/s", waiting(bench, port, "quiet", 5, bench.time(60)));
    }
  }

  private static void row(Bench bench, String load, ConcurrentHistogram micros) {
    var scenario = "queue-latency, " + load;
    var p50 = micros.getValueAtPercentile(50) / 1_000.0;
    bench.row(scenario, "published to answered, p50", "ms", p50, null);
    var p99 = micros.getValueAtPercentile(99) / 1_000.0;
    bench.row(scenario, "published to answered, p99", "ms", p99, atMost(300));
  }

  /**
   * Publishes at a rate while workers wait, finish and wait again; each job holds its publish time.
   */
  private static ConcurrentHistogram waiting(
      Bench bench, int port, String queue, int perSecond, Duration time) {
    var micros = new ConcurrentHistogram(3);
    var stopped = new AtomicBoolean();
    var waiters =
        CompletableFuture.runAsync(
            () -> Bench.atOnce(CONNECTIONS, i -> new Waiter(port, queue, micros).run(stopped)),
            task -> new Thread(task).start());
    var gap = 1_000_000_000L / perSecond;
    try (var connection = new Connection(port)) {
      connection.post(jobs(queue), JOB);
      Bench.pass(Duration.ofSeconds(10)); // meanwhile all workers start to wait
      awaitTaken(port, queue);
      micros.reset();
      var end = System.nanoTime() + time.toNanos();
      for (var at = System.nanoTime(); at < end; at += gap) {
        Bench.pass(Duration.ofNanos(Math.max(0, at - System.nanoTime())));
        connection.post(jobs(queue), "{\"value\":\"%d\"}".formatted(System.nanoTime()));
      }
    }
    Bench.pass(Duration.ofSeconds(2));
    stopped.set(true);
    waiters.join();
    var expected = time.toNanos() / gap;
    bench.say("%d of %d jobs were answered".formatted(micros.getTotalCount(), expected));
    return micros;
  }

  static String jobs(String queue) {
    return "/v1/queues/" + queue + "/jobs";
  }

  /** A connection that always waits. */
  private record Waiter(int port, String queue, ConcurrentHistogram micros) {
    private void run(AtomicBoolean stopped) {
      var path = "/v1/queues/" + queue;
      try (var connection = new Connection(port)) {
        while (!stopped.get()) {
          var answer = connection.post(path + "/reserve", "{\"wait\":\"3s\"}");
          var now = System.nanoTime();
          for (var job : Claim.all(answer)) {
            if (job.value().matches("\\d+")) {
              micros.recordValue(Math.max(0, now - Long.parseLong(job.value())) / 1_000);
            }
            connection.post(path + "/finish", job.json());
          }
        }
      }
    }
  }
}

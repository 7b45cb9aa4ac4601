package io.delaygate.harness.bench;

import static io.delaygate.harness.bench.Row.Goal.atLeast;
import static io.delaygate.harness.bench.Row.Goal.atMost;

import io.delaygate.harness.process.ServiceProcess;
import io.delaygate.harness.queues.Connection;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

/**
 * Scenario of many queues with few jobs each, and many workers, at one gateway with little memory.
 */
final class QueueCrowd {
  private static final int QUEUES = 10_000;
  private static final int JOBS = 10;
  private static final int WORKERS = 1_000;
  private static final int CONNECTIONS = 8;
  private static final Duration LIMIT = Duration.ofMinutes(10);

  /** Time for some commits and for a look at all queues. */
  private static final Duration SETTLED = Duration.ofSeconds(10);

  /** Options by which a JVM sizes itself as in a pod with this limit. */
  private static final Map<String, String> SMALL =
      Map.of("JAVA_OPTS", "-XX:MaxRAM=512m -XX:+UseSerialGC -XX:+ExitOnOutOfMemoryError");

  private QueueCrowd() {}

  static List<Scenario> all() {
    return List.of(
        new Scenario(
            "queue-crowd",
            "10,000 queues with 10 jobs each, 1,000 workers, one gateway of 512 MB",
            QueueCrowd::run));
  }

  private static void run(Bench bench) {
    try (var rig = Rig.standard(bench)) {
      var gateway = rig.startGateway(Map.of(), SMALL);
      var topics = rig.topics();
      var queues = bench.jobs(QUEUES);
      var workers = Math.min(WORKERS, queues);
      publish(gateway, queues);
      bench.say("%d queues have their jobs".formatted(queues));
      var left = new AtomicInteger(queues * JOBS);
      var start = System.nanoTime();
      var working =
          CompletableFuture.runAsync(
              () -> Bench.atOnce(workers, i -> work(gateway, i, workers, queues, left)),
              task -> new Thread(task).start());
      await(left, working);
      var seconds = (System.nanoTime() - start) / 1e9;
      row(bench, "reserved and finished", "jobs/s", queues * JOBS / seconds);
      bench.say("all workers wait");
      Bench.pass(SETTLED);
      row(bench, "memory of the gateway", "MiB", Usage.residentMib(gateway.pid()));
      row(bench, "threads of the gateway", "", Usage.threads(gateway.pid()));
      var connections = sockets(gateway) - workers;
      bench.row("queue-crowd", "sockets but those of workers", "", connections, atMost(100));
      var cpu = Usage.cpuSeconds(gateway.pid());
      Bench.pass(SETTLED);
      cpu = (Usage.cpuSeconds(gateway.pid()) - cpu) / SETTLED.toSeconds();
      row(bench, "CPU of the gateway while all wait", "% of a core", cpu * 100);
      for (var i = 0; i < workers; i++) {
        publish(gateway, i, 1);
      }
      working.join();
      bench.row(
          "queue-crowd", "workers that got a job they waited for", "", workers, atLeast(workers));
      bench.row("queue-crowd", "topics made", "", rig.topics().size() - topics.size(), atMost(0));
    }
  }

  private static void row(Bench bench, String metric, String unit, double value) {
    bench.row("queue-crowd", metric, unit, value, null);
  }

  private static void await(AtomicInteger left, CompletableFuture<Void> working) {
    var end = System.nanoTime() + LIMIT.toNanos();
    while (left.get() > 0) {
      if (working.isCompletedExceptionally()) {
        working.join();
      }
      if (System.nanoTime() > end) {
        throw new IllegalStateException(left + " jobs are left after " + LIMIT);
      }
      Bench.pass(Duration.ofMillis(100));
    }
  }

  private static void publish(ServiceProcess gateway, int queues) {
    Bench.atOnce(
        CONNECTIONS,
        first -> {
          for (var i = first; i < queues; i += CONNECTIONS) {
            publish(gateway, i, JOBS);
          }
        });
  }

  private static void publish(ServiceProcess gateway, int queue, int jobs) {
    var batch = "[" + "{\"value\":\"x\"},".repeat(jobs - 1) + "{\"value\":\"x\"}]";
    try (var connection = new Connection(gateway.port())) {
      var answer = connection.post(path(queue) + "/jobs/batch", batch);
      if (answer.status() != 200 || !answer.body().contains("\"scheduled\":" + jobs)) {
        throw new IllegalStateException("a batch was answered with " + answer);
      }
    }
  }

  /**
   * Takes the jobs of the worker's queues one after the other, then waits for one at the first
   * queue.
   */
  private static void work(
      ServiceProcess gateway, int number, int workers, int queues, AtomicInteger left) {
    try (var connection = new Connection(gateway.port())) {
      for (var queue = number; queue < queues; queue += workers) {
        for (var open = JOBS; open > 0; ) {
          var done = turn(connection, queue, "10s");
          open -= done;
          left.addAndGet(-done);
        }
      }
      while (turn(connection, number, "60s") == 0) {
        // the other workers are not ready yet
      }
    }
  }

  private static int turn(Connection connection, int queue, String wait) {
    var wish = "{\"count\":%d,\"wait\":\"%s\"}".formatted(JOBS, wait);
    var claims = Claim.all(connection.post(path(queue) + "/reserve", wish));
    if (!claims.isEmpty()) {
      var list = claims.stream().map(Claim::json).collect(Collectors.joining(","));
      connection.post(path(queue) + "/finish", "{\"jobs\":[" + list + "]}");
    }
    return claims.size();
  }

  private static String path(int queue) {
    return "/v1/queues/crowd-" + queue;
  }

  private static double sockets(ServiceProcess gateway) {
    var files = Path.of("/proc", Long.toString(gateway.pid()), "fd");
    try (var all = Files.list(files)) {
      return all.filter(QueueCrowd::isSocket).count();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean isSocket(Path file) {
    try {
      return Files.readSymbolicLink(file).toString().startsWith("socket:");
    } catch (IOException closedMeanwhile) {
      return false;
    }
  }
}

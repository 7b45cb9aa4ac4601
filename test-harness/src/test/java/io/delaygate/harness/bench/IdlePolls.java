package io.delaygate.harness.bench;

import static io.delaygate.harness.bench.Row.Goal.atLeast;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.delaygate.harness.process.ServiceProcess;
import io.delaygate.harness.queues.Connection;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Scenario of callers that wait at one gateway for jobs: their cost, and the final answers. Memory
 * is measured after a full collection.
 */
final class IdlePolls {
  private static final int POLLS = 5_000;
  private static final int CONNECTIONS = 8;
  private static final Duration IDLE = Duration.ofSeconds(60);

  private IdlePolls() {}

  static List<Scenario> all() {
    return List.of(
        new Scenario(
            "queue-polls",
            "5,000 idle long polls at one gateway and one queue",
            bench -> run(bench, "queue-polls", 1)),
        new Scenario(
            "queue-polls-50",
            "5,000 idle long polls at one gateway and 50 queues",
            bench -> run(bench, "queue-polls-50", 50)));
  }

  private static void run(Bench bench, String name, int queues) {
    try (var rig = Rig.standard(bench)) {
      var gateway = rig.startGateway();
      var polls = bench.jobs(POLLS);
      // warm-up: creates whatever the gateway keeps for a queue
      var first = wait(gateway, queues, queues);
      publish(gateway, queues, queues);
      answered(first);
      var heap = heapKib(gateway);
      var resident = Usage.residentMib(gateway.pid()) * 1024;
      var cpu = Usage.cpuSeconds(gateway.pid());
      var waiting = wait(gateway, queues, polls);
      Bench.pass(IDLE);
      cpu = (Usage.cpuSeconds(gateway.pid()) - cpu) / IDLE.toSeconds();
      var heapEach = (heapKib(gateway) - heap) / polls;
      var residentNow = Usage.residentMib(gateway.pid()) * 1024;
      bench.row(name, "heap of the gateway before", "MiB", heap / 1024, null);
      bench.row(name, "heap for a poll", "KiB", heapEach, null);
      bench.row(name, "memory of the gateway before", "MiB", resident / 1024, null);
      bench.row(name, "memory of the gateway", "MiB", residentNow / 1024, null);
      bench.row(name, "memory for a poll", "KiB", (residentNow - resident) / polls, null);
      bench.row(name, "CPU of the gateway", "% of a core", cpu * 100, null);
      var start = System.nanoTime();
      publish(gateway, queues, polls);
      bench.row(name, "answered with a job", "polls", answered(waiting), atLeast(polls));
      var seconds = (System.nanoTime() - start) / 1e9;
      bench.row(name, "until all were answered", "s", seconds, null);
    }
  }

  private static List<Connection> wait(ServiceProcess gateway, int queues, int polls) {
    return IntStream.range(0, polls)
        .mapToObj(
            i -> {
              var connection = new Connection(gateway.port());
              connection.send(queue(i % queues) + "/reserve", "{\"wait\":\"10m\"}");
              return connection;
            })
        .toList();
  }

  private static void publish(ServiceProcess gateway, int queues, int jobs) {
    Bench.atOnce(
        CONNECTIONS,
        first -> {
          try (var connection = new Connection(gateway.port())) {
            for (var i = first; i < jobs; i += CONNECTIONS) {
              connection.post(queue(i % queues) + "/jobs", "{\"value\":\"x\"}");
            }
          }
        });
  }

  /** Number of connections that got exactly one job. */
  private static double answered(List<Connection> waiting) {
    var answered = 0;
    for (var connection : waiting) {
      try (connection) {
        answered += Claim.all(connection.answer()).size() == 1 ? 1 : 0;
      }
    }
    return answered;
  }

  private static String queue(int i) {
    return "/v1/queues/idle-" + i;
  }

  /** KiB of live objects after a full collection. */
  private static double heapKib(ServiceProcess gateway) {
    var jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
    var pid = Long.toString(gateway.pid());
    try {
      var process = new ProcessBuilder(jcmd, pid, "GC.class_histogram").start();
      var total = new String(process.getInputStream().readAllBytes(), UTF_8).strip();
      var words = total.substring(total.lastIndexOf("Total")).split("\\s+", -1);
      return Long.parseLong(words[2]) / 1024.0;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

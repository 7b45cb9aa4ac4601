package io.delaygate.harness.bench;

import io.delaygate.harness.bench.Calls.Call;
import io.delaygate.harness.broker.FreePorts;
import io.delaygate.harness.queues.Connection;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Scenarios of {@link QueueDoor} on the lmstfy port, where each job is acknowledged singly. */
final class LmstfyDoor {
  private static final int CONNECTIONS = 32;
  private static final String JOB = "x".repeat(200);
  private static final String PATH = "/api/default/";

  /** Jobs before the measurement, until their code is compiled. */
  private static final int WARM_UP = 100_000;

  private static final Pattern ID = Pattern.compile("\"job_id\":\"([^\"]*)\"");

  private LmstfyDoor() {}

  static List<Scenario> all() {
    return List.of(
        new Scenario("lmstfy-publish", "PUT of lmstfy, 32 connections", LmstfyDoor::publish),
        new Scenario("lmstfy-work", "GET and DELETE of lmstfy, 32 connections", LmstfyDoor::work));
  }

  private static void publish(Bench bench) {
    try (var rig = Rig.standard(bench)) {
      var port = FreePorts.chooseRow(1);
      rig.startGateway(door(port));
      var put = new Call("PUT", PATH + "published?delay=0&ttl=86400&tries=5", JOB);
      var single = new Calls(port, put, CONNECTIONS, 0);
      single.perSecond(bench.time(150));
      bench.row("lmstfy-publish", "single calls", "jobs/s", single.perSecond(bench.time(30)), null);
    }
  }

  private static void work(Bench bench) {
    try (var rig = Rig.standard(bench)) {
      var port = FreePorts.chooseRow(1);
      var own = rig.startGateway(door(port)).port();
      for (var count : new int[] {50, 1}) {
        var measured = bench.jobs(60_000);
        var all = bench.jobs(WARM_UP) + measured;
        var queue = "by-" + count;
        QueueDoor.publish(own, queue, all);
        QueueDoor.awaitReady(own, queue, all);
        bench.say("%d jobs are ready in %s".formatted(all, queue));
        var workers = new Consumption(port, connection -> turn(connection, queue, count), all);
        Bench.atOnce(CONNECTIONS, i -> workers.work());
        var metric = "consumed by %d, acknowledged one by one".formatted(count);
        bench.row("lmstfy-work", metric, "jobs/s", workers.perSecond(measured), null);
      }
    }
  }

  static Map<String, String> door(int port) {
    return Map.of("lmstfy.port", Integer.toString(port));
  }

  private static int turn(Connection connection, String queue, int count) {
    var query = "?ttr=60&timeout=1&count=" + count;
    var given = ID.matcher(connection.call("GET", PATH + queue + query, "").body());
    var done = 0;
    while (given.find()) {
      acknowledge(connection, queue, given.group(1));
      done++;
    }
    return done;
  }

  static void acknowledge(Connection connection, String queue, String id) {
    var status = connection.call("DELETE", PATH + queue + "/job/" + id, "").status();
    if (status != 204) {
      throw new IllegalStateException("an acknowledgement was answered with " + status);
    }
  }
}

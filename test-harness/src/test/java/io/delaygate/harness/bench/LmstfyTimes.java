package io.delaygate.harness.bench;

import static io.delaygate.harness.bench.Row.Goal.atLeast;
import static io.delaygate.harness.bench.Row.Goal.atMost;

import io.delaygate.harness.broker.FreePorts;
import io.delaygate.harness.queues.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Pattern;

/** Scenario of lmstfy's times: lateness of delays, and of time-outs of last attempts. */
final class LmstfyTimes {
  private static final String QUEUE = "timed";
  private static final String PATH = "/api/default/" + QUEUE;
  private static final Pattern ID = Pattern.compile("\"job_id\":\"([^\"]*)\"");
  private static final int WAITERS = 8;
  private static final int PER_SECOND = 20;
  private static final int WARM_UP_PER_SECOND = 250;
  private static final Duration DELAY = Duration.ofSeconds(2);

  /** Number of last attempts that time out. */
  private static final int DEATHS = 20;

  private LmstfyTimes() {}

  static List<Scenario> all() {
    return List.of(
        new Scenario("lmstfy-times", "delays and time-outs of lmstfy", LmstfyTimes::run));
  }

  private static void run(Bench bench) {
    try (var rig = Rig.standard(bench)) {
      var in = FreePorts.chooseRow(2);
      var out = in + 1;
      rig.startGateway(LmstfyDoor.door(in));
      rig.startGateway(LmstfyDoor.door(out));
      var late = delayed(bench, in, out);
      bench.row("lmstfy-times", "received after it is due, least", "ms", late[0], atLeast(0));
      bench.row("lmstfy-times", "received after it is due, p99", "ms", late[1], atMost(100));
      var dead = deadAfterLastAttempt(in);
      bench.row("lmstfy-times", "dead after the last ttr, most", "ms", dead, atMost(1_000));
    }
  }

  /**
   * Publishes at one gateway and consumes at another. Returns the least and the 99th percentile of
   * the lateness in milliseconds, counted from the start of the publish, because a job is stored
   * after that and before its answer.
   */
  private static double[] delayed(Bench bench, int in, int out) {
    var begunAt = new ConcurrentHashMap<String, Long>();
    var consumedAt = new ConcurrentHashMap<String, Long>();
    var stopped = new AtomicBoolean();
    var waiters =
        CompletableFuture.runAsync(
            () -> Bench.atOnce(WAITERS, i -> consume(out, consumedAt, stopped)),
            task -> new Thread(task).start());
    try (var connection = new Connection(in)) {
      publish(connection, ""); // until consumers have joined and the code is compiled
      Bench.pass(Duration.ofSeconds(10));
      pace(bench.time(60), WARM_UP_PER_SECOND, connection, new ConcurrentHashMap<>());
      Bench.pass(Duration.ofSeconds(10)); // until late jobs of the warm-up have left
      pace(bench.time(60), PER_SECOND, connection, begunAt);
    }
    Bench.pass(DELAY.multipliedBy(2));
    stopped.set(true);
    waiters.join();
    var late = new ArrayList<Double>();
    consumedAt.keySet().retainAll(begunAt.keySet());
    consumedAt.forEach(
        (id, at) -> late.add((at - begunAt.getOrDefault(id, at) - DELAY.toNanos()) / 1_000_000.0));
    late.sort(null);
    bench.say("%d of %d jobs were received".formatted(late.size(), begunAt.size()));
    return new double[] {late.get(0), late.get(late.size() * 99 / 100)};
  }

  private static void pace(
      Duration time, int perSecond, Connection connection, Map<String, Long> begunAt) {
    var gap = Duration.ofSeconds(1).dividedBy(perSecond).toNanos();
    var end = System.nanoTime() + time.toNanos();
    for (var at = System.nanoTime(); at < end; at += gap) {
      Bench.pass(Duration.ofNanos(Math.max(0, at - System.nanoTime())));
      var begun = System.nanoTime();
      begunAt.put(publish(connection, "?delay=" + DELAY.toSeconds()), begun);
    }
  }

  private static void consume(int port, Map<String, Long> consumedAt, AtomicBoolean stopped) {
    try (var connection = new Connection(port)) {
      while (!stopped.get()) {
        var answer = connection.call("GET", PATH + "?timeout=3&ttr=30", "").body();
        var now = System.nanoTime();
        var given = ID.matcher(answer);
        while (given.find()) {
          consumedAt.put(given.group(1), now);
          LmstfyDoor.acknowledge(connection, QUEUE, given.group(1));
        }
      }
    }
  }

  /** The longest time from the end of a lease of one second until the job is dead. */
  private static double deadAfterLastAttempt(int port) {
    var longest = 0.0;
    try (var connection = new Connection(port)) {
      for (var i = 0; i < DEATHS; i++) {
        publish(connection, "?tries=1");
        connection.call("GET", PATH + "?timeout=30&ttr=1", "");
        var leasedUntil = System.nanoTime() + Duration.ofSeconds(1).toNanos();
        while (dead(connection) == i) {
          Bench.pass(Duration.ofMillis(10));
        }
        longest = Math.max(longest, (System.nanoTime() - leasedUntil) / 1_000_000.0);
      }
    }
    return longest;
  }

  private static int dead(Connection connection) {
    var answer = connection.call("GET", PATH + "/deadletter", "").body();
    return Integer.parseInt(answer.replaceAll(".*\"deadletter_size\":(\\d+).*", "$1"));
  }

  private static String publish(Connection connection, String query) {
    var answer = connection.call("PUT", PATH + query, "x");
    var id = ID.matcher(answer.body());
    if (answer.status() != 201 || !id.find()) {
      throw new IllegalStateException("a publish was answered with " + answer);
    }
    return id.group(1);
  }
}

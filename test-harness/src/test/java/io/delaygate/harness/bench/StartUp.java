package io.delaygate.harness.bench;

import static io.delaygate.harness.bench.Row.Goal.atMost;

import io.delaygate.harness.distribution.Distribution;
import io.delaygate.harness.process.ServiceProcess;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * Scenario of a start without jobs: time until the process is ready, and what it used until then,
 * without an archive of classes and with one.
 */
final class StartUp {
  private static final String NAME = "start";
  private static final int STARTS = 5;
  private static final double GOAL_MS = 2_500;

  private StartUp() {}

  static List<Scenario> all() {
    return List.of(
        new Scenario(
            NAME, "a scheduler and a gateway start, with and without archives", StartUp::run));
  }

  private static void run(Bench bench) {
    // else a broker waits 3 s before it hands partitions to an empty group
    var properties = Map.of("group.initial.rebalance.delay.ms", "0");
    try (var rig = Rig.with(bench, properties, Map.of())) {
      var scheduler = rig.scheduler();
      scheduler.terminate();
      var state = rig.stateOf("scheduler-0");
      Function<Map<String, String>, ServiceProcess> schedulers =
          variables -> scheduler(rig, state, variables);
      Function<Map<String, String>, ServiceProcess> gateways = variables -> gateway(rig, variables);
      measure(bench, "scheduler, no archive", schedulers, Map.of());
      measure(bench, "scheduler", schedulers, archives(state));
      measure(bench, "gateway, no archive", gateways, Map.of());
      measure(bench, "gateway", gateways, archives(state));
    }
  }

  private static Map<String, String> archives(Path beside) {
    return Map.of("CLASS_ARCHIVES", beside.resolveSibling("archives").toString());
  }

  private static ServiceProcess scheduler(Rig rig, Path state, Map<String, String> variables) {
    var settings =
        Map.of(
            "bootstrap.servers",
            rig.bootstrapServers(),
            "state.dir",
            state.toString(),
            "http.port",
            "0",
            "query.port",
            "0");
    return ServiceProcess.ofDistribution(
        Distribution.scheduler().bin("delaygate-scheduler"),
        settings,
        variables,
        state.resolveSibling("start.log"));
  }

  private static ServiceProcess gateway(Rig rig, Map<String, String> variables) {
    return ServiceProcess.ofDistribution(
        Distribution.gateway().bin("delaygate-gateway"),
        Map.of("bootstrap.servers", rig.bootstrapServers(), "http.port", "0"),
        variables,
        rig.stateOf("start.log"));
  }

  private static void measure(
      Bench bench,
      String service,
      Function<Map<String, String>, ServiceProcess> start,
      Map<String, String> variables) {
    var used = variables.isEmpty() ? 0 : 2;
    var millis = new double[STARTS];
    var seconds = new double[STARTS];
    var resident = new double[STARTS];
    // the first marks that it was ready, and the second writes the archive
    for (var i = -used; i < STARTS; i++) {
      var begin = System.nanoTime();
      try (var process = start.apply(variables)) {
        process.awaitReady();
        if (i >= 0) {
          millis[i] = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin);
          seconds[i] = Usage.cpuSeconds(process.pid());
          resident[i] = Usage.residentMib(process.pid());
        }
      }
    }
    bench.row(
        NAME,
        service + ": ready",
        "ms",
        median(millis),
        variables.isEmpty() ? null : atMost(GOAL_MS));
    bench.row(NAME, service + ": CPU", "s", median(seconds), null);
    bench.row(NAME, service + ": resident", "MiB", median(resident), null);
  }

  private static double median(double[] values) {
    Arrays.sort(values);
    return values[values.length / 2];
  }
}

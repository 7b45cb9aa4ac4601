package io.delaygate.harness.faults;

import io.delaygate.harness.process.ServiceProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Trial of a target that requires both of its two replicas: one is missing for a minute, and both
 * schedulers restart within it.
 */
final class RestartWithoutReplica {
  private static final int JOBS = 200;
  private static final Duration AWAY = Duration.ofSeconds(60);

  /** Factor by which two equal restarts may differ on a busy machine. */
  private static final double SAME = 1.5;

  private RestartWithoutReplica() {}

  static FaultScenario scenario() {
    return new FaultScenario(
        "restart-without-replica",
        "schedulers restarted while a target is short of a replica",
        RestartWithoutReplica::run);
  }

  private static void run(TrialCluster cluster, Path folder, Figures figures) {
    try (var delaygate = new TrialInstallation(cluster, folder, ServiceStart.PROCESSES, Map.of());
        var canaries = new Canaries(delaygate)) {
      var book = new JobBook(delaygate, delaygate.unique("short"));
      cluster.create(book.target(), 1, TrialCluster.SHORT, Map.of("min.insync.replicas", "2"));
      Pauses.pass(Duration.ofSeconds(10));
      var before = restart(delaygate);

      var startMs = System.currentTimeMillis();
      for (var i = 0; i < JOBS; i++) {
        book.send("short-" + i, startMs + 100L * i, 0);
      }
      delaygate.sender().flush();
      Pauses.pass(Duration.ofSeconds(2));
      cluster.takeThirdAway();
      Pauses.pass(Duration.ofSeconds(10));
      var meanwhile = restart(delaygate);
      Pauses.pass(AWAY.minusMillis(System.currentTimeMillis() - startMs));
      cluster.bringThirdBack();

      book.judge(Duration.ofSeconds(60), Set.of(), figures);
      figures.show("canaries", canaries.stop());
      figures.show("restart before, ms", before);
      figures.show("restart meanwhile, ms", meanwhile, meanwhile <= SAME * before);
    }
  }

  /** Time from SIGKILL to readiness of both schedulers. */
  private static long restart(TrialInstallation delaygate) {
    var start = System.nanoTime();
    var all = delaygate.schedulers().stream().map(ServiceProcess.class::cast).toList();
    all.forEach(ServiceProcess::kill);
    all.forEach(ServiceProcess::startAgain);
    all.forEach(ServiceProcess::awaitReady);
    return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
  }
}

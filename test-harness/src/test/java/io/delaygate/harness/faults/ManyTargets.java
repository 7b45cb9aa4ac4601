package io.delaygate.harness.faults;

import io.delaygate.harness.process.ServiceProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import org.apache.kafka.clients.admin.NewTopic;

/**
 * Trials with many targets: none of which exists, all of which are new to the directory, or all of
 * which are broken while another one is mended.
 */
final class ManyTargets {
  private static final Duration WATCHED = Duration.ofSeconds(40);
  private static final double SAME = 1.5;

  /** Difference of a percentile of some hundred jobs without any load. */
  private static final long NOISE_MS = 20;

  private static final int EXISTING = 300;
  private static final int BROKEN = 1_000;
  private static final int AT_ONCE = 100;
  private static final long MENDED_MS = 10_000;

  private ManyTargets() {}

  static List<FaultScenario> scenarios() {
    return List.of(
        unknown(10_000),
        unknown(100_000),
        existing("existing-targets", "right after a start", ManyTargets::restart),
        existing("existing-targets-later", "a minute after a start", delaygate -> {}),
        new FaultScenario(
            "thousand-broken",
            "a target mended while " + BROKEN + " others stay broken",
            ManyTargets::thousandBroken));
  }

  /** Compares unknown targets with one known target, which shows the cost of the commands alone. */
  private static FaultScenario unknown(int count) {
    return new FaultScenario(
        "unknown-targets-" + count,
        count + " jobs for as many targets that do not exist, by Kafka and over HTTP",
        (cluster, folder, figures) -> {
          try (var delaygate = installation(cluster, folder)) {
            create(delaygate, 1, Map.of());
            var known = name(delaygate, 0);
            var without = afterStart(delaygate, () -> {});
            var one = afterStart(delaygate, () -> send(delaygate, "known-", count, n -> known));
            var with =
                afterStart(
                    delaygate,
                    () -> send(delaygate, "unknown-", count, n -> delaygate.unique("no-" + n)));
            figures.show("one known target instead", one);
            show(figures, without, with);
          }
        });
  }

  /** Sends half of the jobs by Kafka, and half over HTTP, which may refuse them. */
  private static void send(
      TrialInstallation delaygate, String ids, int count, IntFunction<String> targets) {
    var dueMs = System.currentTimeMillis() + 10_000;
    for (var i = 0; i < count / 2; i++) {
      var id = ids + i;
      var shape = JobShape.to(targets.apply(i));
      delaygate.sender().send(id, shape.value(id), shape.headers(dueMs));
    }
    delaygate.sender().flush();
    var batch = 5_000;
    for (var first = count / 2; first < count; first += batch) {
      var items = new ArrayList<String>();
      for (var i = first; i < Math.min(first + batch, count); i++) {
        items.add(JobShape.to(targets.apply(i)).body(ids + i, dueMs));
      }
      var answer = delaygate.http().call("POST", "/v1/jobs/batch", items.toString(), "");
      System.out.println("batch: " + answer.status() + " " + answer.json().path("scheduled"));
    }
  }

  private static FaultScenario existing(
      String name, String when, Consumer<TrialInstallation> before) {
    return new FaultScenario(
        name,
        EXISTING + " existing targets due within a second, " + when,
        (cluster, folder, figures) -> {
          try (var delaygate = installation(cluster, folder)) {
            create(delaygate, EXISTING, Map.of());
            var without = afterStart(delaygate, () -> {});
            before.accept(delaygate);
            show(figures, without, watch(delaygate, () -> sendToEach(delaygate, EXISTING)));
          }
        });
  }

  private static TrialInstallation installation(TrialCluster cluster, Path folder) {
    return new TrialInstallation(cluster, folder, ServiceStart.PROCESSES, Map.of());
  }

  private static void show(Figures figures, CanaryVerdict without, CanaryVerdict with) {
    var sameMs = Math.max((long) (SAME * without.p99Ms()), without.p99Ms() + NOISE_MS);
    figures.show("without", without);
    figures.show("with", with);
    figures.show("p99 with, ms", with.p99Ms(), with.p99Ms() <= sameMs);
  }

  private static CanaryVerdict afterStart(TrialInstallation delaygate, Runnable load) {
    restart(delaygate);
    return watch(delaygate, load);
  }

  private static CanaryVerdict watch(TrialInstallation delaygate, Runnable load) {
    try (var canaries = new Canaries(delaygate)) {
      Pauses.pass(Duration.ofSeconds(2));
      load.run();
      Pauses.pass(WATCHED);
      return canaries.stop();
    }
  }

  private static void restart(TrialInstallation delaygate) {
    var all = delaygate.schedulers().stream().map(ServiceProcess.class::cast).toList();
    all.forEach(ServiceProcess::terminate);
    all.forEach(ServiceProcess::startAgain);
    all.forEach(ServiceProcess::awaitReady);
  }

  private static void thousandBroken(TrialCluster cluster, Path folder, Figures figures) {
    try (var delaygate = new TrialInstallation(cluster, folder, ServiceStart.HERE, Map.of());
        var canaries = new Canaries(delaygate)) {
      create(delaygate, BROKEN, Map.of("message.timestamp.before.max.ms", "0"));
      sendToEach(delaygate, BROKEN);
      Pauses.pass(Duration.ofSeconds(20));
      var trial = new CauseTrial(delaygate, Causes.timestamps());
      var result = trial.call();
      var verdict = canaries.stop();
      var wrongs = trial.finish();
      var delivery = result.delivery();
      figures.show("mended", delivery, delivery.ms() <= MENDED_MS);
      figures.show("not as it should be", wrongs, wrongs.isEmpty());
      figures.show("canaries", verdict);
    }
  }

  private static String name(TrialInstallation delaygate, int number) {
    return delaygate.unique("many-" + number);
  }

  /** Creates topics in large batches, because a controller takes its time for each call. */
  private static void create(TrialInstallation delaygate, int count, Map<String, String> configs) {
    for (var first = 0; first < count; first += AT_ONCE) {
      var topics = new ArrayList<NewTopic>();
      for (var i = first; i < Math.min(first + AT_ONCE, count); i++) {
        topics.add(new NewTopic(name(delaygate, i), Map.of(0, List.of(1))).configs(configs));
      }
      try {
        delaygate.cluster().topics().admin().createTopics(topics).all().get();
      } catch (InterruptedException | ExecutionException failed) {
        throw new IllegalStateException(failed);
      }
    }
  }

  private static void sendToEach(TrialInstallation delaygate, int count) {
    var dueMs = System.currentTimeMillis();
    for (var i = 0; i < count; i++) {
      var shape = JobShape.to(name(delaygate, i));
      var id = "many-" + i;
      delaygate.sender().send(id, shape.value(id), shape.headers(dueMs + 1_000L * i / count));
    }
    delaygate.sender().flush();
  }
}

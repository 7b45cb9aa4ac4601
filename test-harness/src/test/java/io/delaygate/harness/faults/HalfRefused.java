package io.delaygate.harness.faults;

import io.delaygate.harness.broker.WriteRight;
import io.delaygate.harness.process.ServiceProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Trial of a target that refuses half of the time, while schedulers are killed at random moments
 * and some jobs are cancelled when they are due.
 */
final class HalfRefused {
  private static final int JOBS = 1_000;
  private static final int EVERY_MS = 80;

  /** One in this many jobs is cancelled. */
  private static final int CANCELLED_IN = 5;

  private static final Duration SILENCE = Duration.ofSeconds(90);

  private final TrialInstallation delaygate;
  private final JobBook book;
  private final Random random = new Random(Long.getLong("faults.seed", 1));
  private final Set<String> cancelled = ConcurrentHashMap.newKeySet();
  private final Set<String> unanswered = ConcurrentHashMap.newKeySet();
  private int kills;

  private HalfRefused(TrialInstallation delaygate) {
    this.delaygate = delaygate;
    this.book = new JobBook(delaygate, delaygate.unique("half"));
  }

  static FaultScenario scenario() {
    return new FaultScenario(
        "half-refused",
        "a target that refuses half of the time, schedulers killed at random moments",
        HalfRefused::run);
  }

  private static void run(TrialCluster cluster, Path folder, Figures figures) {
    try (var delaygate = new TrialInstallation(cluster, folder, ServiceStart.PROCESSES, Map.of());
        var canaries = new Canaries(delaygate)) {
      var trial = new HalfRefused(delaygate);
      trial.live();
      trial.judge(figures);
      figures.show("canaries", canaries.stop());
    }
  }

  private void live() {
    delaygate.cluster().create(book.target(), 1, TrialCluster.KEPT, Map.of());
    var firstMs = System.currentTimeMillis() + 5_000;
    for (var i = 0; i < JOBS; i++) {
      book.send("half-" + i, firstMs + (long) i * EVERY_MS, 0);
    }
    delaygate.sender().flush();
    var lastMs = firstMs + (long) JOBS * EVERY_MS;
    var nextKillMs = firstMs + random.nextInt(5_000);
    var cancels = 0;
    var right = delaygate.cluster().writeRight(book.target());
    for (var refuses = true; System.currentTimeMillis() < lastMs; refuses = !refuses) {
      refuse(right, refuses);
      Pauses.pass(Duration.ofMillis(300 + random.nextInt(1_200)));
      var due = (System.currentTimeMillis() - firstMs) / EVERY_MS;
      for (; cancels < due && cancels < JOBS; cancels += CANCELLED_IN) {
        cancel("half-" + cancels);
      }
      if (System.currentTimeMillis() > nextKillMs) {
        killOne();
        nextKillMs = System.currentTimeMillis() + 4_000 + random.nextInt(8_000);
      }
    }
    right.restore();
  }

  private static void refuse(WriteRight right, boolean refuses) {
    if (refuses) {
      right.revoke();
    } else {
      right.restore();
    }
  }

  private void cancel(String id) {
    var unused =
        delaygate
            .http()
            .callLater("DELETE", "/v1/jobs/" + id, null, "")
            .thenAccept(
                answer -> {
                  if (answer.json().path("outcome").asText().equals("CANCELLED")) {
                    cancelled.add(id);
                  } else if (answer.status() >= 500) {
                    unanswered.add(id);
                  }
                });
  }

  /** Looks up the jobs of cancels that were not answered because the scheduler was killed. */
  private void askForUnanswered() {
    for (var id : unanswered) {
      var job = delaygate.http().call("GET", "/v1/jobs/" + id, null, "").json();
      if (job.path("state").asText().equals("CANCELLED")) {
        cancelled.add(id);
      }
    }
  }

  private void killOne() {
    var victim =
        (ServiceProcess) delaygate.schedulers().get(random.nextInt(delaygate.schedulers().size()));
    victim.kill();
    victim.startAgain();
    kills++;
  }

  private void judge(Figures figures) {
    delaygate.schedulers().forEach(one -> ((ServiceProcess) one).awaitReady());
    // answers to calls in flight count as well
    Pauses.pass(Duration.ofSeconds(5));
    askForUnanswered();
    book.judge(SILENCE, new TreeSet<>(cancelled), figures);
    figures.show("cancelled", cancelled.size());
    figures.show("cancels without an answer", unanswered.size());
    figures.show("kills", kills);
  }
}

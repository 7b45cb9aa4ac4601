package io.delaygate.harness.faults;

import io.delaygate.harness.process.Metrics;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.BooleanSupplier;

/**
 * Trial of a target with one replica whose broker is killed repeatedly during deliveries:
 * unfinished commits and aborts must neither duplicate nor hide a record.
 */
final class LeaderKilled {
  private static final int ROUNDS = 4;
  private static final int JOBS = 400;
  private static final int EVERY_MS = 10;

  /** Longer than the time until the broker is fenced. */
  private static final Duration AWAY = Duration.ofSeconds(15);

  private LeaderKilled() {}

  static FaultScenario scenario() {
    return new FaultScenario(
        "leader-killed",
        "the only replica of a target killed at commits and aborts",
        LeaderKilled::run);
  }

  /** Whether a scheduler reports the partition in its metrics, as for the alert. */
  private static BooleanSupplier hangs(TrialInstallation delaygate, String target) {
    var sample = "delaygate_hanging_transactions{partition=\"%s-0\"".formatted(target);
    return () ->
        delaygate.schedulers().stream()
            .flatMap(scheduler -> Metrics.lines(scheduler.port()))
            .anyMatch(line -> line.startsWith(sample));
  }

  private static void run(TrialCluster cluster, Path folder, Figures figures) {
    var random = new Random(Long.getLong("faults.seed", 1));
    try (var delaygate = new TrialInstallation(cluster, folder, ServiceStart.HERE, Map.of());
        var canaries = new Canaries(delaygate)) {
      var book = new JobBook(delaygate, delaygate.unique("lonely"));
      cluster.create(book.target(), 1, TrialCluster.LOST, Map.of());
      for (var round = 0; round < ROUNDS; round++) {
        var firstMs = System.currentTimeMillis() + 1_000;
        for (var i = 0; i < JOBS; i++) {
          book.send("lonely-%d-%d".formatted(round, i), firstMs + (long) i * EVERY_MS, 0);
        }
        delaygate.sender().flush();
        Pauses.pass(Duration.ofMillis(1_500 + random.nextInt(2_000)));
        cluster.takeThirdAway();
        Pauses.pass(AWAY);
        cluster.bringThirdBack();
        Pauses.pass(Duration.ofSeconds(10));
      }
      var isHidden = hangs(delaygate, book.target());
      book.judge(Duration.ofSeconds(60), Set.of(), figures, isHidden);
      figures.show("told to hang", isHidden.getAsBoolean());
      figures.show("canaries", canaries.stop());
      var replaced = delaygate.threadsReplaced();
      figures.show("threads replaced", replaced, replaced == 0);
    }
  }
}

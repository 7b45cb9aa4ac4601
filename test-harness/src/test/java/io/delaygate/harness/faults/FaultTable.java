package io.delaygate.harness.faults;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Table of causes, each tried alone in a new installation, and watched for some time. */
final class FaultTable {
  private static final String HEAD =
      "| cause | canaries | missing | wrong | longest gap, ms | pauses | threads replaced | alive |"
          + " poisoned jobs | from mend to delivery | not as it should be |\n"
          + "|---|---|---|---|---|---|---|---|---|---|---|";

  private final TrialCluster cluster;
  private final Path folder;
  private final Duration watched;

  FaultTable(TrialCluster cluster, Path folder, Duration watched) {
    this.cluster = cluster;
    this.folder = folder;
    this.watched = watched;
  }

  /** Runs the causes with these names; returns whether all results are good. */
  boolean run(Set<String> names) throws IOException {
    var causes = Causes.all().stream().filter(cause -> names.contains(cause.name())).toList();
    if (!causes.isEmpty()) {
      System.out.println(HEAD);
    }
    var isGood = true;
    for (var cause : causes) {
      isGood &= run(cause);
    }
    return isGood;
  }

  private boolean run(Cause cause) throws IOException {
    var own = Files.createDirectories(folder.resolve(cause.name()));
    var until = System.nanoTime() + watched.toNanos();
    try (var delaygate = new TrialInstallation(cluster, own, ServiceStart.HERE, Map.of());
        var canaries = new Canaries(delaygate)) {
      var trial = new CauseTrial(delaygate, cause);
      var result = trial.call();
      Pauses.pass(Duration.ofNanos(Math.max(0, until - System.nanoTime())));
      var verdict = canaries.stop();
      var wrongs = trial.finish();
      System.out.println(row(delaygate, result, verdict, wrongs));
      return wrongs.isEmpty()
          && verdict.wrongs().isEmpty()
          && verdict.pauses().size() <= 1
          && delaygate.threadsReplaced() == 0;
    }
  }

  private static String row(
      TrialInstallation delaygate, CauseResult result, CanaryVerdict verdict, List<String> wrongs) {
    return "| %s | %d | %d | %d | %d | %d | %d | %d of %d | %s | %s | %s |"
        .formatted(
            result.cause(),
            verdict.planned(),
            verdict.missing(),
            verdict.wrongs().size() - verdict.missing(),
            verdict.longestGapMs(),
            verdict.pauses().size(),
            delaygate.threadsReplaced(),
            delaygate.alive(),
            delaygate.schedulers().size(),
            result.end(),
            result.delivery(),
            String.join("; ", wrongs));
  }
}

package io.delaygate.harness.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Test of all causes for which a topic refuses records, in one running installation, each started
 * while earlier ones still last. It checks counts and lower bounds only: {@code ./mvnw -Pfaults}
 * measures pauses, on a machine without other load.
 */
@Timeout(600)
class NobodyWaitsTest {
  /**
   * {@code -Dfaults.all=true} adds causes with a stopped broker or a deleted topic, which on a busy
   * machine delay the brokers themselves.
   */
  private static final boolean ALL = Boolean.getBoolean("faults.all");

  /**
   * Least number of causes that are tried; on a slow machine the commands of others come after
   * their topics are broken.
   */
  private static final int ENOUGH = 6;

  private static final Duration BETWEEN = Duration.ofSeconds(4);

  @Test
  void everyCauseCostsItsOwnJobsOnly(@TempDir Path folder) {
    try (var cluster = TrialCluster.start();
        var delaygate = new TrialInstallation(cluster, folder, ServiceStart.HERE, Map.of());
        var canaries = new Canaries(delaygate)) {
      // When
      var trials = plant(delaygate);
      var verdict = canaries.stop();
      var wrongs = new ArrayList<String>();
      trials.forEach(trial -> wrongs.addAll(trial.finish()));

      // Then
      System.out.println(verdict);
      assertThat(verdict.wrongs()).as("canaries: %s", verdict).isEmpty();
      assertThat(wrongs).as("poisoned jobs").isEmpty();
      assertThat(trials.stream().filter(CauseTrial::isTried).count())
          .as("causes that were tried")
          .isGreaterThanOrEqualTo(ENOUGH);
      assertThat(delaygate.alive()).as("schedulers alive").isEqualTo(2);
      assertThat(delaygate.threadsReplaced()).as("threads replaced").isZero();
    }
  }

  /** Runs each trial in a new thread; returns when all have ended. */
  private static List<CauseTrial> plant(TrialInstallation delaygate) {
    var trials = new ArrayList<CauseTrial>();
    var running = new ArrayList<CompletableFuture<CauseResult>>();
    var threads = Executors.newCachedThreadPool();
    try {
      delaygate.cluster().shareThird(BrokerCauses.all().size());
      for (var together : ALL ? Causes.batches() : Causes.quickBatches()) {
        for (var cause : together) {
          var trial = new CauseTrial(delaygate, cause);
          trials.add(trial);
          running.add(start(trial, threads));
        }
        Pauses.pass(BETWEEN);
      }
      running.forEach(trial -> System.out.println(trial.join()));
    } finally {
      threads.shutdownNow();
    }
    return trials;
  }

  private static CompletableFuture<CauseResult> start(CauseTrial trial, ExecutorService threads) {
    return CompletableFuture.supplyAsync(trial::call, threads);
  }
}

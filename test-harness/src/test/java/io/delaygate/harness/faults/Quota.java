package io.delaygate.harness.faults;

import io.delaygate.harness.process.Metrics;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.common.quota.ClientQuotaAlteration;
import org.apache.kafka.common.quota.ClientQuotaEntity;
import org.jspecify.annotations.Nullable;

/** Trial of jobs that are due at once and exceed a quota of the brokers. */
final class Quota {
  private static final int JOBS = 2_500;
  private static final int BYTES = 10_000;
  private static final double BYTES_PER_SECOND = 262_144;
  private static final double NEEDED = 1.25;

  private Quota() {}

  static FaultScenario scenario() {
    return new FaultScenario("quota", "2,500 jobs of 10 kB under 256 KiB a second", Quota::run);
  }

  private static void run(TrialCluster cluster, Path folder, Figures figures) {
    // one scheduler, because each producer has its own quota
    try (var delaygate =
        new TrialInstallation(cluster, folder, ServiceStart.HERE.alone(), Map.of())) {
      var book = new JobBook(delaygate, delaygate.unique("throttled"));
      cluster.create(book.target(), 1, TrialCluster.KEPT, Map.of());
      var dueMs = System.currentTimeMillis() + 20_000;
      for (var i = 0; i < JOBS; i++) {
        book.send("throttled-" + i, dueMs, BYTES);
      }
      delaygate.sender().flush();
      Pauses.pass(Duration.ofMillis(dueMs - 3_000 - System.currentTimeMillis()));
      set(cluster, BYTES_PER_SECOND);
      try {
        Pauses.pass(Duration.ofMillis(dueMs - System.currentTimeMillis()));
        measure(delaygate, book, dueMs, figures);
      } finally {
        set(cluster, null);
      }
    }
  }

  private static void measure(
      TrialInstallation delaygate, JobBook book, long dueMs, Figures figures) {
    var needMs = Math.round(1_000 * JOBS * (double) BYTES / BYTES_PER_SECOND);
    try (var overdue = new OverdueSamples(delaygate.schedulers().get(0))) {
      book.judge(Duration.ofSeconds(60), Set.of(), figures);
      // the reader waits five more seconds for duplicates
      var tookMs = System.currentTimeMillis() - dueMs - 5_000;
      figures.show("what the quota needs, ms", needMs);
      figures.show("took, ms", tookMs, tookMs <= NEEDED * needMs);
      overdue.judge(dueMs, dueMs + tookMs, figures);
    }
    var throttled = Metrics.of(delaygate.schedulers().get(0), "delaygate_throttle_seconds");
    var replaced = delaygate.threadsReplaced();
    figures.show("threads replaced", replaced, replaced == 0);
    figures.show("delaygate_throttle_seconds at the end", throttled);
  }

  /** Sets the quota of every client without its own; null removes it. */
  private static void set(TrialCluster cluster, @Nullable Double bytesPerSecond) {
    var everybody =
        new ClientQuotaEntity(Collections.singletonMap(ClientQuotaEntity.CLIENT_ID, null));
    var op = new ClientQuotaAlteration.Op("producer_byte_rate", bytesPerSecond);
    try {
      cluster
          .topics()
          .admin()
          .alterClientQuotas(List.of(new ClientQuotaAlteration(everybody, List.of(op))))
          .all()
          .get();
    } catch (InterruptedException | ExecutionException failed) {
      throw new IllegalStateException(failed);
    }
  }
}

package io.delaygate.scheduler.query;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.delaygate.scheduler.history.Retention;
import io.delaygate.scheduler.query.PartitionReads.PartitionRead;
import io.delaygate.scheduler.store.JobCount;
import io.delaygate.scheduler.store.JobReader;
import io.delaygate.scheduler.store.JobSnapshot;
import io.delaygate.scheduler.store.NamespaceCount;
import io.delaygate.scheduler.store.ScanWatermarks;
import io.delaygate.schemas.job.JobState;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.LongSupplier;

/** Counter of the jobs of a partition, by its statistics or by a scan of each job. Thread-safe. */
final class JobCounter {
  /** Entries of an audit between two looks at the clock. */
  private static final int STEP = 1000;

  /** Forty times what a million jobs need; a snapshot that lives longer holds up compaction. */
  private static final Duration AUDIT_TIME = Duration.ofSeconds(30);

  private static final Comparator<JobCount> ORDER =
      Comparator.comparing(JobCount::topic).thenComparing(JobCount::state);

  private static final Comparator<NamespaceCount> BY_NAMESPACE =
      Comparator.comparing(NamespaceCount::namespace).thenComparing(NamespaceCount::state);

  private final Retention retention;
  private final LongSupplier ticker;

  /**
   * A counter.
   *
   * @param retention of the history
   * @param ticker monotonic nanoseconds
   */
  JobCounter(Retention retention, LongSupplier ticker) {
    this.retention = retention;
    this.ticker = ticker;
  }

  /** Counts of a partition, with the next and the oldest due time. Some seeks for each. */
  ObjectNode count(PartitionRead partition, long nowMs) {
    var moment = partition.jobs().moment();
    try (var jobs = moment.jobs()) {
      var answer =
          JsonNodeFactory.instance
              .objectNode()
              .put("partition", partition.partition())
              .put("stale", partition.isStale());
      put(answer.putArray("counts"), moment.statistics().counts());
      answer.path("counts").forEach(count -> markTurns((ObjectNode) count, jobs));
      putNamespaces(answer.putArray("namespaces"), moment.statistics().namespaces());
      HistoryView.put(answer, moment.statistics().history(), jobs, retention, nowMs);
      if (moment.position() != JobReader.NOTHING_READ) {
        answer.put("position", moment.position());
      }
      var cursor = moment.statistics().cursor();
      jobs.firstDueMs(nowMs + 1, cursor).ifPresent(ms -> answer.put("nextDueMs", ms));
      oldestOverdue(jobs, cursor, nowMs).ifPresent(ms -> answer.put("oldestOverdueMs", ms));
      return answer;
    }
  }

  private static void markTurns(ObjectNode count, JobSnapshot jobs) {
    var isParked = count.path("state").asText().equals(JobState.PARKED.name());
    if (isParked && jobs.hasOnlyTurns(count.path("topic").asText())) {
      count.put("turns", true);
    }
  }

  private static OptionalLong oldestOverdue(JobSnapshot jobs, ScanWatermarks cursor, long nowMs) {
    var scheduled = cursor.firstMs() > nowMs ? OptionalLong.empty() : jobs.firstDueMs(0, cursor);
    var oldest =
        Math.min(scheduled.orElse(Long.MAX_VALUE), jobs.firstParkedDueMs().orElse(Long.MAX_VALUE));
    return oldest > nowMs ? OptionalLong.empty() : OptionalLong.of(oldest);
  }

  /**
   * Counts each job of an active task, and compares with the statistics of the same moment. The
   * scan watermarks are right if no scheduled job lies below them.
   *
   * @throws QueryRefusal if it takes too long
   */
  ObjectNode audit(PartitionRead partition) {
    var moment = partition.jobs().moment();
    try (var jobs = moment.jobs()) {
      var budget = new ScanBudget(Long.MAX_VALUE, AUDIT_TIME, ticker);
      var audit = jobs.audit();
      while (audit.step(STEP)) {
        if (!budget.take(STEP)) {
          throw QueryRefusal.unavailable("the audit did not finish within " + AUDIT_TIME);
        }
      }
      var counted = moment.statistics();
      var scanned = audit.counted();
      var agrees =
          audit.indexAgrees()
              && isSame(counted.counts(), scanned.counts())
              && isSame(counted.namespaces(), scanned.namespaces())
              && counted.history().equals(scanned.history())
              && jobs.isNothingBelow(counted.cursor());
      var answer = JsonNodeFactory.instance.objectNode().put("partition", partition.partition());
      put(answer.putArray("counts"), counted.counts());
      put(answer.putArray("scanned"), scanned.counts());
      putNamespaces(answer.putArray("namespaces"), counted.namespaces());
      putNamespaces(answer.putArray("scannedNamespaces"), scanned.namespaces());
      return answer.put("agrees", agrees);
    }
  }

  /** Neither list has a row twice. */
  private static boolean isSame(List<?> counted, List<?> scanned) {
    return new HashSet<>(counted).equals(new HashSet<>(scanned));
  }

  private static void putNamespaces(ArrayNode to, List<NamespaceCount> counts) {
    counts.stream()
        .sorted(BY_NAMESPACE)
        .forEach(
            count ->
                to.addObject()
                    .put("namespace", count.namespace())
                    .put("state", count.state().name())
                    .put("jobs", count.jobs()));
  }

  private static void put(ArrayNode to, List<JobCount> counts) {
    counts.stream()
        .sorted(ORDER)
        .forEach(
            count ->
                to.addObject()
                    .put("topic", count.topic())
                    .put("state", count.state().name())
                    .put("jobs", count.jobs()));
  }
}

package io.delaygate.scheduler.query;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.delaygate.scheduler.query.PartitionReads.PartitionRead;
import io.delaygate.scheduler.store.JobCount;
import io.delaygate.scheduler.store.JobSnapshot;
import io.delaygate.scheduler.store.ScanWatermarks;
import io.delaygate.scheduler.store.TimeSpan;
import io.delaygate.schemas.job.JobState;
import io.delaygate.service.query.JobFilter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * Histogram of the jobs that become due in the next minute, hour and day; an attempt that times out
 * counts as due. Reads at most as many entries as a listing; jobs behind those are estimated from
 * the bytes that the database reports for each part. For one request.
 */
final class DueTimeline {
  /** Without READY: most of those wait in queues and have no wake time. */
  private static final Set<JobState> IN_TIMELINE =
      EnumSet.of(JobState.SCHEDULED, JobState.RESERVED);

  private final List<PartitionRead> partitions;
  private final long fromMs;
  private final @Nullable String namespace;
  private final LongSupplier ticker;
  private final Map<Span, double[]> jobs = new EnumMap<>(Span.class);
  private long exactToMs;

  /** Length and step of a span of the timeline. */
  private enum Span {
    MINUTE(1_000, 60),
    HOUR(60_000, 60),
    DAY(1_800_000, 48);

    private final long stepMs;
    private final int steps;

    Span(long stepMs, int steps) {
      this.stepMs = stepMs;
      this.steps = steps;
    }

    long lengthMs() {
      return stepMs * steps;
    }
  }

  /**
   * A timeline.
   *
   * @param fromMs where each span begins, epoch milliseconds
   * @param namespace whose jobs are counted; null for all
   * @param ticker monotonic nanoseconds
   */
  DueTimeline(
      List<PartitionRead> partitions,
      long fromMs,
      @Nullable String namespace,
      LongSupplier ticker) {
    this.partitions = partitions;
    this.fromMs = fromMs;
    this.namespace = namespace;
    this.ticker = ticker;
    this.exactToMs = fromMs + Span.DAY.lengthMs();
    for (var span : Span.values()) {
      jobs.put(span, new double[span.steps]);
    }
  }

  /** Counts, and writes the result. */
  void put(ObjectNode answer) {
    partitions.forEach(this::count);
    var json = answer.putObject("due").put("fromMs", fromMs).put("exactToMs", exactToMs);
    // a namespace must not learn how the jobs of others are spread
    json.put("behind", namespace == null ? "estimated" : "least");
    var list = json.putArray("spans");
    jobs.forEach(
        (span, counts) -> {
          var one = list.addObject().put("name", span.name().toLowerCase(Locale.ROOT));
          var parts = one.put("stepMs", span.stepMs).putArray("jobs");
          for (var count : counts) {
            parts.add(Math.round(count));
          }
        });
  }

  private void count(PartitionRead partition) {
    var endMs = fromMs + Span.DAY.lengthMs();
    var filter = JobFilter.of(null, JobState.SCHEDULED, namespace).due(fromMs, endMs);
    try (var snapshot = partition.jobs().snapshot()) {
      var cursor = snapshot.cursor();
      var listing = snapshot.list(filter, cursor, null);
      var budget = budget();
      var counted = 0L;
      var next = listing.peek();
      while (next != null && budget.take(1)) {
        if (listing.pass()) {
          add(next.dueMs(), 1);
        }
        counted++;
        next = listing.peek();
      }
      if (next != null) {
        exactToMs = Math.min(exactToMs, next.dueMs());
        if (namespace == null) {
          estimate(snapshot, cursor, next.dueMs(), waiting(partition) - counted);
        }
      }
    }
  }

  /** Each partition has the same part of what a listing may look at. */
  private ScanBudget budget() {
    var share = Math.max(1, partitions.size());
    Duration time = JobLister.TIME.dividedBy(share);
    return new ScanBudget(JobLister.ENTRIES / share, time, ticker);
  }

  private void add(long dueMs, double more) {
    jobs.forEach(
        (span, counts) -> {
          var step = (dueMs - fromMs) / span.stepMs;
          if (step < span.steps) {
            counts[(int) step] += more;
          }
        });
  }

  private static long waiting(PartitionRead partition) {
    return partition.jobs().statistics().counts().stream()
        .filter(count -> IN_TIMELINE.contains(count.state()))
        .mapToLong(JobCount::jobs)
        .sum();
  }

  /**
   * Shares out the jobs behind the last entry that was read, by bytes: among the steps of a span,
   * and the time behind its end.
   */
  private void estimate(JobSnapshot snapshot, ScanWatermarks cursor, long behindMs, long left) {
    for (var span : Span.values()) {
      var parts = new ArrayList<TimeSpan>();
      for (var step = 0; step <= span.steps; step++) {
        var startMs = fromMs + step * span.stepMs;
        var endMs = step < span.steps ? startMs + span.stepMs : Long.MAX_VALUE;
        parts.add(new TimeSpan(Math.min(endMs, Math.max(startMs, behindMs)), endMs));
      }
      var bytes = snapshot.timelineBytes(parts, cursor);
      var perByte = (double) Math.max(0, left) / Math.max(1, LongStream.of(bytes).sum());
      var counts = jobs.getOrDefault(span, new double[0]);
      for (var step = 0; step < counts.length; step++) {
        counts[step] += perByte * bytes[step];
      }
    }
  }
}

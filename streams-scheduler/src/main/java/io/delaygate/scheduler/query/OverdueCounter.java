package io.delaygate.scheduler.query;

import io.delaygate.scheduler.query.PartitionReads.PartitionRead;
import io.delaygate.scheduler.store.JobCount;
import io.delaygate.scheduler.store.JobSnapshot;
import io.delaygate.scheduler.store.ScanWatermarks;
import io.delaygate.scheduler.store.TimeSpan;
import io.delaygate.schemas.job.JobState;
import io.delaygate.service.query.JobFilter;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Counter of overdue jobs: those whose time has come and that were not emitted, leases that have
 * ended among them; parked jobs are not, which the statistics count. Without a backlog it looks at
 * nothing. Otherwise it reads the overdue entries of the timeline, or, if those are too many, the
 * entries after now, and subtracts them from the statistics; both are bounded like a listing. It
 * estimates by bytes only if both are too many. Thread-safe.
 */
final class OverdueCounter {
  private static final Set<JobState> IN_TIMELINE =
      EnumSet.of(JobState.SCHEDULED, JobState.RESERVED);

  /** Walks of a partition: before now and after now. */
  private static final int WALKS = 2;

  private final LongSupplier ticker;

  /**
   * A counter.
   *
   * @param ticker monotonic nanoseconds
   */
  OverdueCounter(LongSupplier ticker) {
    this.ticker = ticker;
  }

  /**
   * Overdue jobs.
   *
   * @param isExact whether they were counted, not estimated
   */
  record Overdue(long jobs, boolean isExact) {}

  /** Part of the timeline that was walked through; {@code leftMs} is where it had to stop. */
  private record Walk(long jobs, @Nullable Long leftMs) {}

  /** Counts by partition, which share the bound of one listing. */
  Map<Integer, Overdue> count(List<PartitionRead> partitions, long nowMs) {
    var counts = new TreeMap<Integer, Overdue>();
    var share = WALKS * Math.max(1, partitions.size());
    partitions.forEach(
        partition -> counts.put(partition.partition(), count(partition, nowMs, share)));
    return counts;
  }

  /** Numbers without their marks. */
  static Map<Integer, Long> jobs(Map<Integer, Overdue> counts) {
    var jobs = new TreeMap<Integer, Long>();
    counts.forEach((partition, count) -> jobs.put(partition, count.jobs()));
    return jobs;
  }

  private Overdue count(PartitionRead partition, long nowMs, int share) {
    var moment = partition.jobs().moment();
    try (var jobs = moment.jobs()) {
      var cursor = moment.statistics().cursor();
      if (cursor.firstMs() > nowMs) {
        return new Overdue(0, true);
      }
      var late = walk(jobs, cursor, new TimeSpan(0, nowMs + 1), share);
      if (late.leftMs() == null) {
        return new Overdue(late.jobs(), true);
      }
      var all = inTimeline(moment.statistics().counts());
      var ahead = walk(jobs, cursor, new TimeSpan(nowMs + 1, Long.MAX_VALUE), share);
      if (ahead.leftMs() == null) {
        return new Overdue(Math.max(late.jobs(), all - ahead.jobs()), true);
      }
      var spans =
          List.of(
              new TimeSpan(late.leftMs(), nowMs + 1), new TimeSpan(ahead.leftMs(), Long.MAX_VALUE));
      var bytes = jobs.timelineBytes(spans, cursor);
      var perByte =
          (double) Math.max(0, all - late.jobs() - ahead.jobs()) / Math.max(1, bytes[0] + bytes[1]);
      return new Overdue(late.jobs() + Math.round(perByte * bytes[0]), false);
    }
  }

  private Walk walk(JobSnapshot jobs, ScanWatermarks cursor, TimeSpan span, int share) {
    var filter = JobFilter.of(null, JobState.SCHEDULED, null).due(span.fromMs(), span.toMs());
    var listing = jobs.list(filter, cursor, null);
    var budget = new ScanBudget(JobLister.ENTRIES / share, JobLister.TIME.dividedBy(share), ticker);
    var passed = 0L;
    var next = listing.peek();
    while (next != null && budget.take(1)) {
      listing.pass();
      passed++;
      next = listing.peek();
    }
    return new Walk(passed, next == null ? null : next.dueMs());
  }

  private static long inTimeline(List<JobCount> counts) {
    return counts.stream()
        .filter(count -> IN_TIMELINE.contains(count.state()))
        .mapToLong(JobCount::jobs)
        .sum();
  }
}

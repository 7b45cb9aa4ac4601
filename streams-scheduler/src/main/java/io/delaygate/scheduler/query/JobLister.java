package io.delaygate.scheduler.query;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.delaygate.scheduler.query.PartitionReads.PartitionRead;
import io.delaygate.scheduler.store.JobSnapshot;
import io.delaygate.scheduler.store.SnapshotListing;
import io.delaygate.schemas.job.KnownJob;
import io.delaygate.service.query.DuePosition;
import io.delaygate.service.query.EndedFilter;
import io.delaygate.service.query.EndedPosition;
import io.delaygate.service.query.JobFilter;
import io.delaygate.service.query.ListPosition;
import io.delaygate.service.query.SortedMerge;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Paged listing of the jobs of several partitions. Each page reads its own snapshot, from behind
 * the last position that the page before looked at: a job that does not change is on exactly one
 * page, whatever other jobs come and go. Thread-safe.
 */
final class JobLister {
  /**
   * Entries that a scan of keys passes in the time below; each job that is read takes some 8 µs.
   */
  static final int ENTRIES = 10_000;

  /** Time for which one request may take a core that delivery needs, large jobs included. */
  static final Duration TIME = Duration.ofMillis(50);

  private final Function<KnownJob, ObjectNode> view;
  private final LongSupplier ticker;

  /**
   * A lister.
   *
   * @param view of a job
   * @param ticker monotonic nanoseconds
   */
  JobLister(Function<KnownJob, ObjectNode> view, LongSupplier ticker) {
    this.view = view;
    this.ticker = ticker;
  }

  /** One page, without the marks of time and staleness. */
  ObjectNode list(List<PartitionRead> partitions, Page page) {
    return list(
        partitions,
        snapshot -> snapshot.list(page.filter(), snapshot.cursor(), page.after()),
        page.limit());
  }

  /** One page of ended jobs, without the marks of time and staleness. */
  ObjectNode list(List<PartitionRead> partitions, EndedPage page) {
    return list(
        partitions,
        snapshot -> snapshot.ended(page.filter(), page.fromMs(), page.after()),
        page.limit());
  }

  private <P extends ListPosition & Comparable<P>> ObjectNode list(
      List<PartitionRead> partitions,
      Function<JobSnapshot, SnapshotListing<P>> listing,
      int limit) {
    var snapshots = new ArrayList<JobSnapshot>();
    try {
      var merge =
          new SortedMerge<P, SnapshotListing<P>>(Comparator.naturalOrder(), SnapshotListing::peek);
      for (var partition : partitions) {
        var snapshot = partition.jobs().snapshot();
        snapshots.add(snapshot);
        merge.add(listing.apply(snapshot));
      }
      return fill(merge, limit);
    } finally {
      snapshots.forEach(JobSnapshot::close);
    }
  }

  private <P extends ListPosition> ObjectNode fill(
      SortedMerge<P, SnapshotListing<P>> merge, int limit) {
    var budget = new ScanBudget(ENTRIES, TIME, ticker);
    var answer = JsonNodeFactory.instance.objectNode();
    var jobs = answer.putArray("jobs");
    P last = null;
    var next = merge.peek();
    while (next != null && jobs.size() < limit && budget.take(1)) {
      var listing = merge.remove();
      var job = listing.take();
      merge.add(listing);
      if (job != null) {
        jobs.add(view.apply(job));
      }
      last = next;
      next = merge.peek();
    }
    if (next != null && last != null) {
      answer.put("next", last.text());
    }
    return answer;
  }

  /** Which page is asked for; {@code after} is null for the first. */
  record Page(JobFilter filter, int limit, @Nullable DuePosition after) {}

  /**
   * Which page of ended jobs is asked for; {@code after} is null for the first.
   *
   * @param fromMs start of the retention: jobs that ended before are not shown, epoch milliseconds
   */
  record EndedPage(EndedFilter filter, long fromMs, int limit, @Nullable EndedPosition after) {}
}

package io.delaygate.scheduler.query;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.delaygate.scheduler.query.PartitionReads.PartitionRead;
import io.delaygate.scheduler.store.DueListing;
import io.delaygate.scheduler.store.JobSnapshot;
import io.delaygate.schemas.job.Job;
import io.delaygate.service.query.DuePosition;
import io.delaygate.service.query.JobFilter;
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

  private final Function<Job, ObjectNode> view;
  private final LongSupplier ticker;

  /**
   * A lister.
   *
   * @param view of a job
   * @param ticker monotonic nanoseconds
   */
  JobLister(Function<Job, ObjectNode> view, LongSupplier ticker) {
    this.view = view;
    this.ticker = ticker;
  }

  /** One page, without the marks of time and staleness. */
  ObjectNode list(List<PartitionRead> partitions, Page page) {
    var snapshots = new ArrayList<JobSnapshot>();
    try {
      var merge = new SortedMerge<>(Comparator.<DuePosition>naturalOrder(), DueListing::peek);
      for (var partition : partitions) {
        var snapshot = partition.jobs().snapshot();
        snapshots.add(snapshot);
        merge.add(snapshot.list(page.filter(), snapshot.cursor(), page.after()));
      }
      return fill(merge, page.limit());
    } finally {
      snapshots.forEach(JobSnapshot::close);
    }
  }

  private ObjectNode fill(SortedMerge<DuePosition, DueListing> merge, int limit) {
    var budget = new ScanBudget(ENTRIES, TIME, ticker);
    var answer = JsonNodeFactory.instance.objectNode();
    var jobs = answer.putArray("jobs");
    DuePosition last = null;
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
}

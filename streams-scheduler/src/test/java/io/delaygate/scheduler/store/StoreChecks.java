package io.delaygate.scheduler.store;

import io.delaygate.schemas.contract.JobId;
import io.delaygate.schemas.job.EndedJob;
import io.delaygate.schemas.job.Job;
import io.delaygate.schemas.job.JobState;
import io.delaygate.schemas.job.Policy;
import io.delaygate.service.query.EndedFilter;
import io.delaygate.service.query.EndedPosition;
import io.delaygate.service.query.JobFilter;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Comparisons of a store with a model: everything that writer and readers can query. */
final class StoreChecks {
  private static final JobFilter DEAD =
      new JobFilter(null, JobState.DEAD, 0, Long.MAX_VALUE, "", null);

  private StoreChecks() {}

  /**
   * Fails if the values differ; cheaper than AssertJ, because a sequence needs thousands of calls.
   */
  static void same(String what, @Nullable Object actual, @Nullable Object expected) {
    if (!Objects.equals(actual, expected)) {
      throw new AssertionError(what + "\nexpected: " + expected + "\nbut was:  " + actual);
    }
  }

  static void holds(String what, boolean isSo) {
    if (!isSo) {
      throw new AssertionError(what);
    }
  }

  /** Compares the state that readers in other threads see. */
  static void reader(JobReader reader, JobModel committed) {
    for (var id : RandomJobs.IDS) {
      var found = JobModel.text(reader.find(new JobId(id)));
      same("committed job " + id, found, JobModel.text(committed.get(id)));
    }
    var moment = reader.moment();
    try (var snapshot = moment.jobs()) {
      statistics(moment.statistics(), committed);
      same("cursor", snapshot.cursor(), moment.statistics().cursor());
      holds("below the cursor lies a job", snapshot.isNothingBelow(snapshot.cursor()));
      same("listing", list(snapshot, JobFilter.ALL), texts(committed.listed()));
      same("listing of dead ones", list(snapshot, DEAD), texts(committed.dead()));
      ended(snapshot, committed.endedLatestFirst());
      audit(snapshot, committed);
    }
  }

  /** Lists ended jobs from the latest on, and once more from behind each of them. */
  private static void ended(JobSnapshot snapshot, List<EndedJob> committed) {
    EndedPosition after = null;
    for (var listed = 0; listed <= committed.size(); listed++) {
      var expected = committed.subList(listed, committed.size());
      same(
          "ended jobs behind " + listed,
          listEnded(snapshot, after),
          expected.stream().map(JobModel::text).toList());
      if (!expected.isEmpty()) {
        var next = expected.get(0);
        after = new EndedPosition(next.endedMs(), next.id().bytes());
      }
    }
    var first =
        committed.isEmpty()
            ? OptionalLong.empty()
            : OptionalLong.of(committed.get(committed.size() - 1).endedMs());
    same("first end", snapshot.firstEndedMs(), first);
  }

  private static List<String> listEnded(JobSnapshot snapshot, @Nullable EndedPosition after) {
    var listed = new ArrayList<String>();
    var filter = EndedFilter.of(JobFilter.ALL, EndedFilter.STATES);
    var listing = snapshot.ended(filter, 0, after);
    while (listing.peek() != null) {
      var job = listing.take();
      if (job != null) {
        listed.add(JobModel.text(job));
      }
    }
    return listed;
  }

  /** Compares ready jobs as reservations see them, including staged ones. */
  static void ready(JobReader reader, JobModel committed, JobModel present) {
    for (var topic : RandomJobs.TOPICS) {
      var expected = committed.ready(topic);
      expected.putAll(present.ready(topic));
      var shown = new ArrayList<String>();
      try (var listing = reader.ready(topic)) {
        while (listing.peek() != null) {
          var job = listing.take();
          if (job != null) {
            shown.add(JobModel.text(job));
          }
        }
      }
      same("ready in " + topic, shown, List.copyOf(expected.values()));
    }
  }

  private static void statistics(StatisticsView view, JobModel committed) {
    same("counts", Set.copyOf(view.counts()), committed.counts());
    same("namespaces", Set.copyOf(view.namespaces()), committed.namespaces());
    same("history", view.history(), committed.history());
    for (var priority = Policy.FIRST; priority <= Policy.LAST; priority++) {
      var cursorMs = view.cursor().ms(priority);
      holds("cursor of " + priority, cursorMs <= committed.firstWakeMs(priority));
    }
  }

  private static void audit(JobSnapshot snapshot, JobModel committed) {
    var audit = snapshot.audit();
    while (audit.step(100)) {
      // each step checks 100 more entries
    }
    same("audited counts", Set.copyOf(audit.counted().counts()), committed.counts());
    same("audited history", audit.counted().history(), committed.history());
    holds("the index does not agree with the jobs", audit.indexAgrees());
  }

  private static List<String> list(JobSnapshot snapshot, JobFilter filter) {
    var listed = new ArrayList<String>();
    var listing = snapshot.list(filter, snapshot.cursor(), null);
    while (listing.peek() != null) {
      var job = listing.take();
      if (job != null) {
        listed.add(JobModel.text(job));
      }
    }
    return listed;
  }

  /** Compares the state that the writer sees. */
  static void writer(JobTable table, JobModel present) {
    for (var id : RandomJobs.IDS) {
      same("job " + id, JobModel.text(table.get(new JobId(id))), JobModel.text(present.get(id)));
    }
    for (var priority = Policy.FIRST; priority <= Policy.LAST; priority++) {
      holds("floor of " + priority, table.nextWakeMs(priority) <= present.firstWakeMs(priority));
      try (var jobs = table.waking(priority)) {
        var waking = present.waking(priority);
        same("timeline of " + priority, taken(jobs), texts(waking));
      }
      table.nothingWakesBefore(present.firstWakeMs(priority), priority);
    }
    parked(table, present);
    var ended = present.ended();
    same("history of the writer", table.history(), present.history());
    holds("floor of ends", ended.isEmpty() || table.firstEndedMs() <= ended.get(0).endedMs());
    var dead = present.dead();
    holds("first dead", dead.isEmpty() || table.firstDeadMs() <= dead.get(0).times().wakeMs());
  }

  private static void parked(JobTable table, JobModel present) {
    holds("parked buckets", table.parked().containsAll(present.parkedBuckets()));
    for (var bucket : table.parked()) {
      try (var jobs = table.inBucket(bucket)) {
        same(bucket.toString(), taken(jobs), texts(present.parkedIn(bucket)));
      }
    }
    for (var topic : present.counts().stream().map(JobCount::topic).toList()) {
      var pending =
          present.select(job -> job.state().isPending() && job.target().topic().equals(topic));
      same("pending of " + topic, table.pending(topic), (long) pending.size());
    }
  }

  private static List<String> taken(WakingJobs jobs) {
    var taken = new ArrayList<String>();
    while (jobs.hasNext()) {
      taken.add(JobModel.text(jobs.next()));
    }
    return taken;
  }

  static List<String> texts(List<Job> jobs) {
    return jobs.stream().map(JobModel::text).collect(Collectors.toList());
  }
}

package io.delaygate.scheduler.store;

import io.delaygate.schemas.job.EndedJob;
import io.delaygate.schemas.job.Job;
import io.delaygate.schemas.job.JobState;
import io.delaygate.schemas.job.JobTimes;
import io.delaygate.schemas.job.KnownJob;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Model of the jobs of a partition at one moment. Everything that a store derives from jobs is
 * computed here by looking at each of them. Ids are ASCII, so the order of texts is that of bytes.
 */
final class JobModel {
  private final TreeMap<String, KnownJob> jobs = new TreeMap<>();

  /** Text of a job, for comparisons and failure messages. */
  static String text(@Nullable KnownJob known) {
    if (known instanceof Job job) {
      var times = job.times();
      return "%s %s v%d due %d wakes %d %s p%d %x"
          .formatted(
              job.id().text(),
              job.state(),
              job.version(),
              times.dueMs(),
              times.wakeMs(),
              job.target().topic(),
              job.policy().priority(),
              Arrays.hashCode(encoded(job)));
    }
    return known instanceof EndedJob ended
        ? ended.id().text() + " ended " + ended.endedMs() + " " + Arrays.hashCode(encoded(ended))
        : "none";
  }

  static byte[] encoded(KnownJob known) {
    return known instanceof Job job ? JobCodec.encode(job) : EndedJobCodec.encode((EndedJob) known);
  }

  /** Stores a job under its id; null removes it. */
  void set(String id, @Nullable KnownJob job) {
    if (job == null) {
      jobs.remove(id);
    } else {
      jobs.put(id, job);
    }
  }

  @Nullable KnownJob get(String id) {
    return jobs.get(id);
  }

  JobModel copy() {
    var copy = new JobModel();
    copy.jobs.putAll(jobs);
    return copy;
  }

  Set<String> texts() {
    return texts(jobs.values());
  }

  private static Set<String> texts(Collection<KnownJob> of) {
    return of.stream().map(JobModel::text).collect(Collectors.toSet());
  }

  /** Counts of pending and dead jobs by state and topic. */
  Set<JobCount> counts() {
    return counted(job -> JobCount.key(job.state(), job.target().topic())).entrySet().stream()
        .map(count -> JobCount.of(count.getKey(), count.getValue()))
        .collect(Collectors.toSet());
  }

  /** Counts by state and namespace, without the default namespace. */
  Set<NamespaceCount> namespaces() {
    var counts = new HashSet<NamespaceCount>();
    counted(job -> NamespaceCount.key(job.state(), job.id().namespace()))
        .forEach((key, jobs) -> counts.add(NamespaceCount.of(key, jobs)));
    counts.removeIf(count -> count.namespace().equals("default"));
    return counts;
  }

  private Map<String, Long> counted(Function<Job, String> key) {
    var counts = new TreeMap<String, Long>();
    select(job -> true).forEach(job -> counts.merge(key.apply(job), 1L, Long::sum));
    return counts;
  }

  /** Jobs that have not ended, ordered by id. */
  List<Job> select(Predicate<Job> wanted) {
    var found = new ArrayList<Job>();
    for (var known : jobs.values()) {
      if (known instanceof Job job && wanted.test(job)) {
        found.add(job);
      }
    }
    return found;
  }

  long pending() {
    return select(job -> job.state().isPending()).size();
  }

  /** Jobs of the timeline of a priority, in its order. */
  List<Job> waking(int priority) {
    var waking = select(job -> isInTimeline(job) && job.policy().priority() == priority);
    waking.sort(Comparator.comparingLong(JobModel::wakesMs).thenComparing(job -> job.id().text()));
    return waking;
  }

  private static boolean isInTimeline(Job job) {
    return job.state().isPending()
        && (job.state() != JobState.PARKED || job.isWaitingForTurn())
        && wakesMs(job) != JobTimes.NEVER;
  }

  /** Wake time; a job that waits in its queue or for its turn wakes when it expires. */
  static long wakesMs(Job job) {
    var times = job.times();
    return (isInQueue(job) || job.isWaitingForTurn()) && times.expiresMs() != JobTimes.NEVER
        ? times.expiresMs() + 1
        : times.wakeMs();
  }

  static boolean isInQueue(Job job) {
    return job.state() == JobState.READY && job.times().wakeMs() == JobTimes.NEVER;
  }

  /** Ready jobs of a queue, by position. */
  SortedMap<String, String> ready(String topic) {
    var ready = new TreeMap<String, String>();
    for (var job : select(job -> isInQueue(job) && job.target().topic().equals(topic))) {
      var place = "%d %013d %s";
      var times = job.times();
      ready.put(
          place.formatted(job.policy().priority(), times.dueMs(), job.id().text()), text(job));
    }
    return ready;
  }

  /** Jobs of the timeline, unordered. */
  List<Job> timeline() {
    return select(JobModel::isInTimeline);
  }

  /** Wake time of the first job of a priority, epoch milliseconds. */
  long firstWakeMs(int priority) {
    var waking = waking(priority);
    return waking.isEmpty() ? Long.MAX_VALUE : wakesMs(waking.get(0));
  }

  /** Jobs of a bucket of parked jobs, in its order. */
  List<Job> parkedIn(ParkingBucket bucket) {
    return byTime(select(bucket::holds));
  }

  /** Buckets with parked jobs, without those of jobs that wait for their turn. */
  Set<ParkingBucket> parkedBuckets() {
    return select(job -> job.state() == JobState.PARKED && !job.isWaitingForTurn()).stream()
        .map(ParkingBucket::ofParked)
        .collect(Collectors.toSet());
  }

  /** Dead letters. */
  List<Job> dead() {
    return byTime(select(job -> job.state() == JobState.DEAD));
  }

  /** Pending jobs in the order of listings. */
  List<Job> listed() {
    return byTime(select(job -> job.state().isPending()));
  }

  /** Ended jobs in the order of their ends. */
  List<EndedJob> ended() {
    var ended = new ArrayList<EndedJob>();
    for (var known : jobs.values()) {
      if (known instanceof EndedJob one) {
        ended.add(one);
      }
    }
    ended.sort(Comparator.comparingLong(EndedJob::endedMs).thenComparing(job -> job.id().text()));
    return ended;
  }

  /** Ended jobs in the order of listings, the latest ends first. */
  List<EndedJob> endedLatestFirst() {
    var ended = ended();
    Collections.reverse(ended);
    return ended;
  }

  /** Number and bytes of ended jobs: each has a record under its id, and a key of time and id. */
  HistoryCount history() {
    var ended = ended();
    var bytes = 0L;
    for (var job : ended) {
      bytes += 2L * job.id().bytes().length + encoded(job).length + 1 + Long.BYTES;
    }
    return new HistoryCount(ended.size(), bytes);
  }

  private static List<Job> byTime(List<Job> jobs) {
    jobs.sort(
        Comparator.comparingLong(JobModel::orderMs)
            .thenComparing(job -> job.policy().priority())
            .thenComparing(job -> job.id().text()));
    return jobs;
  }

  private static long orderMs(Job job) {
    return job.state() == JobState.PARKED || isInQueue(job)
        ? job.times().dueMs()
        : job.times().wakeMs();
  }
}

package io.delaygate.scheduler.store;

import io.delaygate.schemas.contract.JobId;
import io.delaygate.schemas.job.EndedJob;
import io.delaygate.schemas.job.Job;
import io.delaygate.schemas.job.JobState;
import io.delaygate.schemas.job.JobTimes;
import io.delaygate.schemas.job.KnownJob;
import io.delaygate.service.query.DuePosition;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.ObjLongConsumer;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/**
 * Table of the jobs of one task, by which the rest of the scheduler reads and writes them. For the
 * task's thread only, except {@link #pending()}, {@link #counts}, {@link #committedHistory}, {@link
 * #waitingForTurn}, {@link #nextWakeMs()} and {@link #nextSeenWakeMs}.
 */
public final class JobTable {
  private final KeyValueStore<Bytes, byte[]> jobs;
  private final RocksJobStore store;
  private final StoreStatistics statistics;
  private final SequenceTable sequences;
  private final Set<ParkingBucket> parked = new TreeSet<>();
  private final Map<String, Integer> parkedTopics = new HashMap<>();
  private final Deque<Parked> admitted = new ArrayDeque<>();
  private final Set<ParkingBucket> dead = new TreeSet<>();
  private long firstDeadMs = Long.MAX_VALUE;

  /**
   * A table over a task's store, which must be restored.
   *
   * @param jobs the store as Kafka Streams hands it out: what is written through it is logged
   * @param open where the store itself is found
   */
  public JobTable(KeyValueStore<Bytes, byte[]> jobs, OpenJobStores open, int partition) {
    this.jobs = jobs;
    this.store = open.own(partition);
    this.statistics = store.counted();
    this.sequences = new SequenceTable(jobs);
    store.eachKey(KeySpaces.space(KeySpaces.SEQUENCE), sequences::admit);
    eachBucket(KeySpaces.PARKED, (bucket, ms) -> admitParked(bucket, 0));
    eachBucket(KeySpaces.DEAD, this::admitDead);
  }

  /** The job of that id, pending or ended; null when there is none. */
  public @Nullable KnownJob get(JobId id) {
    var stored = jobs.get(KeySpaces.job(id.bytes()));
    return stored == null ? null : KnownJobCodec.decode(id, stored);
  }

  /** Stores a pending or dead job, in the place of what its id stood for. */
  public void put(Job job) {
    jobs.put(KeySpaces.job(job.id().bytes()), JobCodec.encode(job));
    if (job.state() == JobState.PARKED) {
      admitParked(ParkingBucket.ofParked(job), endMs(job));
    } else if (job.state() == JobState.DEAD) {
      admitDead(ParkingBucket.ofDead(job), job.times().wakeMs());
    }
  }

  /** The jobs of sequences. */
  public SequenceTable sequences() {
    return sequences;
  }

  /** Number of parked jobs of each topic that wait for their turn. Any thread. */
  public Map<String, Long> waitingForTurn() {
    return sequences.waiting();
  }

  private void admitParked(ParkingBucket bucket, long endMs) {
    if (bucket.isOfTurns()) {
      return;
    }
    if (parked.add(bucket)) {
      parkedTopics.merge(bucket.topic(), 1, Integer::sum);
    }
    admitted.add(new Parked(bucket, endMs));
  }

  /**
   * When something happens to a parked job whatever its target does, epoch milliseconds: its
   * patience ends, or it expires.
   */
  public static long endMs(Job parked) {
    var times = parked.times();
    return times.expiresMs() == JobTimes.NEVER
        ? times.wakeMs()
        : Math.min(times.wakeMs(), times.expiresMs() + 1);
  }

  /** Takes the parking buckets that got jobs since the last call, oldest first. */
  public void eachAdmitted(ObjLongConsumer<ParkingBucket> callback) {
    for (var next = admitted.poll(); next != null; next = admitted.poll()) {
      callback.accept(next.bucket(), next.endMs());
    }
  }

  private void admitDead(ParkingBucket bucket, long diedMs) {
    dead.add(bucket);
    firstDeadMs = Math.min(firstDeadMs, diedMs);
  }

  /** Commands below this offset are taken in. */
  public void readTo(long offset) {
    statistics.readTo(offset);
  }

  /** Takes note that the store could not be read or written. */
  public void failed(RuntimeException why) {
    store.failed(why);
  }

  /** Keeps how a job ended, in the place of what its id stood for. */
  public void put(EndedJob job) {
    jobs.put(KeySpaces.job(job.id().bytes()), EndedJobCodec.encode(job));
  }

  /** Removes a job that is there. */
  public void remove(JobId id) {
    jobs.put(KeySpaces.job(id.bytes()), null);
  }

  /** Removes jobs that ended before a time, the earliest first, and so many at most. */
  public void removeEnded(long beforeMs, int atMost) {
    store.eachEnded(beforeMs, atMost, Long.MAX_VALUE, id -> jobs.put(KeySpaces.job(id), null));
  }

  /**
   * Removes jobs that ended, the earliest first, until so many bytes of them are gone, and so many
   * jobs at most.
   */
  public void removeEndedBytes(long bytes, int atMost) {
    store.eachEnded(Long.MAX_VALUE, atMost, bytes, id -> jobs.put(KeySpaces.job(id), null));
  }

  /** Ended jobs in the table. */
  public HistoryCount history() {
    return statistics.history();
  }

  /** Committed ended jobs in the table. Any thread. */
  public HistoryCount committedHistory() {
    return statistics.committedHistory();
  }

  /**
   * No job that is still known ended before this, epoch milliseconds; {@link Long#MAX_VALUE} when
   * there is none.
   */
  public long firstEndedMs() {
    return statistics.ends().ms();
  }

  /**
   * No dead letter is older than this, epoch milliseconds; {@link Long#MAX_VALUE} when there is
   * none.
   */
  public long firstDeadMs() {
    return firstDeadMs;
  }

  /**
   * Dead letters from before a time, which the caller is about to remove, and so many at most.
   * Takes note of when the next one died.
   */
  public List<Job> takeDead(long beforeMs, int atMost) {
    var taken = new ArrayList<Job>();
    firstDeadMs = Long.MAX_VALUE;
    for (var bucket : List.copyOf(dead)) {
      try (var entries = inBucket(bucket)) {
        while (taken.size() < atMost && entries.hasNext() && entries.peekMs() < beforeMs) {
          taken.add(entries.next());
        }
        if (entries.hasNext()) {
          firstDeadMs = Math.min(firstDeadMs, entries.peekMs());
        } else {
          dead.remove(bucket);
        }
      }
    }
    return taken;
  }

  /** Pending jobs in the table. Any thread. */
  public long pending() {
    return statistics.pending();
  }

  /** Pending and dead jobs by state and target. Any thread. */
  public List<JobCount> counts() {
    return statistics.view().counts();
  }

  /** Topics of which jobs are ready; those of queues are among them. Any thread. */
  public List<String> ready() {
    return counts().stream()
        .filter(count -> count.state() == JobState.READY)
        .map(JobCount::topic)
        .toList();
  }

  /** Pending jobs of a target in the table. */
  public long pending(String topic) {
    return statistics.pending(topic);
  }

  /**
   * No job wakes before this, epoch milliseconds; {@link Long#MAX_VALUE} when none will. Any
   * thread.
   */
  public long nextWakeMs() {
    return statistics.nextWakeMs();
  }

  /** The same for priorities that were scanned; right after a restore none was. Any thread. */
  public long nextSeenWakeMs() {
    return statistics.nextSeenWakeMs();
  }

  /** Whether all of the timeline was scanned since the store was restored. Any thread. */
  public boolean hasLooked() {
    return statistics.nextWakeMs() != LowWatermark.NOT_LOOKED;
  }

  /** The same of the jobs of one priority. */
  public long nextWakeMs(int priority) {
    return statistics.wakes(priority).ms();
  }

  /** Takes note that no such job woke before a time when {@link #waking} was called. */
  public void nothingWakesBefore(long ms, int priority) {
    statistics.wakes(priority).endScan(ms);
  }

  /**
   * The jobs of a priority that wake next, from its scan watermark on, in order. Must be closed.
   */
  public WakingJobs waking(int priority) {
    statistics.wakes(priority).beginScan();
    var bucket = KeySpaces.timeline(priority);
    var from = Bytes.wrap(KeySpaces.bucketFrom(bucket, nextWakeMs(priority)));
    return new WakingJobs(jobs.range(from, KeySpaces.after(bucket)));
  }

  /**
   * All jobs of the timeline with a priority, in order, whenever they wake. Must be closed.
   *
   * @param after where to go on; null from the beginning
   */
  public WakingJobs timeline(int priority, @Nullable DuePosition after) {
    var bucket = KeySpaces.timeline(priority);
    var from = after == null ? bucket : KeySpaces.bucketAfter(bucket, after);
    return new WakingJobs(jobs.range(Bytes.wrap(from), KeySpaces.after(bucket)));
  }

  /** Number of jobs that wait in a queue, by its topic; looks at each of them. */
  public long inQueue(String topic) {
    var found = new long[1];
    store.eachKey(KeySpaces.bucketsOf(KeySpaces.READY, topic), key -> found[0]++);
    return found[0];
  }

  /** The jobs of a parking bucket in order. Must be closed. */
  public WakingJobs inBucket(ParkingBucket bucket) {
    return new WakingJobs(
        jobs.range(Bytes.wrap(bucket.prefix()), KeySpaces.after(bucket.prefix())));
  }

  /** The parking buckets that may hold parked jobs, in the order of their priorities. */
  public List<ParkingBucket> parked() {
    return List.copyOf(parked);
  }

  /** Whether any jobs may be parked. */
  public boolean hasParked() {
    return !parked.isEmpty();
  }

  /** Whether jobs of a target may be parked. */
  public boolean hasParked(String topic) {
    return parkedTopics.containsKey(topic);
  }

  /** Takes note that a parking bucket holds no job any more. */
  public void emptied(ParkingBucket bucket) {
    if (parked.remove(bucket)) {
      parkedTopics.computeIfPresent(
          bucket.topic(), (topic, buckets) -> buckets == 1 ? null : buckets - 1);
    }
  }

  /**
   * Calls back with each parking bucket of a space and the time of its first job. One seek each.
   */
  private void eachBucket(byte space, ObjLongConsumer<ParkingBucket> callback) {
    var from = Bytes.wrap(KeySpaces.space(space));
    var end = KeySpaces.after(from.get());
    while (from != null) {
      try (var entries = jobs.range(from, end)) {
        from = null;
        if (entries.hasNext()) {
          var key = entries.next().key.get();
          var bucket = new ParkingBucket(KeySpaces.bucketOf(key));
          callback.accept(bucket, KeySpaces.ms(key));
          from = KeySpaces.after(bucket.prefix());
        }
      }
    }
  }

  /**
   * Parking bucket that got a job, and when something happens to that job whatever its target does.
   */
  private record Parked(ParkingBucket bucket, long endMs) {}
}

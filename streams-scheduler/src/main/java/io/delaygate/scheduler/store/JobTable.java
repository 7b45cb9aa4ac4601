package io.delaygate.scheduler.store;

import io.delaygate.schemas.contract.JobId;
import io.delaygate.schemas.job.EndedJob;
import io.delaygate.schemas.job.EndedJobCodec;
import io.delaygate.schemas.job.Job;
import io.delaygate.schemas.job.JobCodec;
import io.delaygate.schemas.job.JobState;
import io.delaygate.schemas.job.KnownJob;
import java.util.HashSet;
import java.util.Set;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/**
 * The jobs of one task as the rest of the scheduler sees them. For the task's thread only, except
 * {@link #pending} and {@link #nextWakeMs}.
 */
public final class JobTable {
  private final KeyValueStore<Bytes, byte[]> jobs;
  private final RocksJobStore store;
  private final Ledger ledger;
  private final Set<ParkingLane> lanes = new HashSet<>();

  /**
   * A table over a task's store, which must be restored.
   *
   * @param jobs the store as Kafka Streams hands it out: what is written through it is logged
   * @param open where the store itself is found
   */
  public JobTable(KeyValueStore<Bytes, byte[]> jobs, OpenJobStores open, int partition) {
    this.jobs = jobs;
    this.store = open.own(partition);
    this.ledger = store.counted();
    findLanes();
  }

  /** The job of that id, pending or ended; null when there is none. */
  public @Nullable KnownJob get(JobId id) {
    var stored = jobs.get(KeySpaces.job(id.bytes()));
    return stored == null ? null : KnownJob.decode(id, stored);
  }

  /** Stores a pending job, in the place of what its id stood for. */
  public void put(Job job) {
    jobs.put(KeySpaces.job(job.id().bytes()), JobCodec.encode(job));
    if (job.state() == JobState.PARKED) {
      lanes.add(ParkingLane.of(job.target()));
    }
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
    store.eachEnded(beforeMs, atMost, id -> jobs.put(KeySpaces.job(id), null));
  }

  /**
   * No job that is still known ended before this, epoch milliseconds; {@link Long#MAX_VALUE} when
   * there is none.
   */
  public long firstEndedMs() {
    return ledger.ends().ms();
  }

  /** Pending jobs in the table. Any thread. */
  public long pending() {
    return ledger.pending();
  }

  /**
   * No job wakes before this, epoch milliseconds; {@link Long#MAX_VALUE} when none will. Any
   * thread.
   */
  public long nextWakeMs() {
    return ledger.wakes().ms();
  }

  /** Takes note that no job wakes before a time. */
  public void nothingWakesBefore(long ms) {
    ledger.wakes().set(ms);
  }

  /** The jobs that wake next, from the cursor on, in order. Must be closed. */
  public WakingJobs waking() {
    return new WakingJobs(
        jobs.range(KeySpaces.timelineFrom(nextWakeMs()), KeySpaces.timelineEnd()));
  }

  /** The jobs of a lane in order. Must be closed. */
  public WakingJobs parked(ParkingLane lane) {
    return new WakingJobs(jobs.range(Bytes.wrap(lane.prefix()), KeySpaces.after(lane.prefix())));
  }

  /** The lanes that may hold parked jobs. */
  public Set<ParkingLane> lanes() {
    return Set.copyOf(lanes);
  }

  /** Takes note that a lane holds no job any more. */
  public void emptied(ParkingLane lane) {
    lanes.remove(lane);
  }

  /** One seek per lane. */
  private void findLanes() {
    var from = KeySpaces.parkedStart();
    while (from != null) {
      try (var entries = jobs.range(from, KeySpaces.parkedEnd())) {
        from = null;
        if (entries.hasNext()) {
          var lane = new ParkingLane(KeySpaces.laneOf(entries.next().key.get()));
          lanes.add(lane);
          from = KeySpaces.after(lane.prefix());
        }
      }
    }
  }
}

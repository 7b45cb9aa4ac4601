package io.delaygate.scheduler.store;

import io.delaygate.schemas.contract.JobId;
import io.delaygate.schemas.job.Job;
import io.delaygate.schemas.job.JobCodec;
import io.delaygate.schemas.job.JobState;
import java.util.HashSet;
import java.util.Set;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/**
 * The jobs of one task as the rest of the scheduler sees them. Keeps counts and cursor right with
 * each change. For the task's thread only, except {@link #pending} and {@link #nextWakeMs}.
 */
public final class JobTable {
  private final KeyValueStore<Bytes, byte[]> jobs;
  private final Ledger ledger;
  private final Set<ParkingLane> lanes = new HashSet<>();

  /** A table over the two stores of a task, which must be restored. */
  public JobTable(KeyValueStore<Bytes, byte[]> jobs, KeyValueStore<String, Long> ledger) {
    this.jobs = jobs;
    this.ledger = new Ledger(ledger);
    findLanes();
  }

  /** The job of that id, null when there is none. */
  public @Nullable Job get(JobId id) {
    var stored = jobs.get(KeySpaces.job(id));
    return stored == null ? null : JobCodec.decode(id, stored);
  }

  /**
   * Stores a job.
   *
   * @param previous what the table holds under this id, null for nothing
   */
  public void put(Job job, @Nullable Job previous) {
    jobs.put(KeySpaces.job(job.id()), JobCodec.encode(job));
    if (previous != null) {
      ledger.add(previous.state(), previous.target().topic(), -1);
    }
    ledger.add(job.state(), job.target().topic(), 1);
    if (job.state() == JobState.PARKED) {
      lanes.add(ParkingLane.of(job.target()));
    } else {
      ledger.cursorMs(Math.min(ledger.cursorMs(), job.times().wakeMs()));
    }
  }

  /** Removes a stored job. */
  public void remove(Job stored) {
    jobs.put(KeySpaces.job(stored.id()), null);
    ledger.add(stored.state(), stored.target().topic(), -1);
  }

  /** Jobs in the table. Any thread. */
  public long pending() {
    return ledger.pending();
  }

  /** Counts and cursor as they are now, while no change is under way. */
  public LedgerView ledger() {
    return ledger.view();
  }

  /**
   * No job wakes before this, epoch milliseconds; {@link Long#MAX_VALUE} when none will. Any
   * thread.
   */
  public long nextWakeMs() {
    return ledger.cursorMs();
  }

  /** Takes note that no job wakes before a time. */
  public void nothingWakesBefore(long ms) {
    ledger.cursorMs(ms);
  }

  /**
   * Takes note that the ledger may not fit the jobs, as after the crash of an owner without
   * transactions. What it says is then no error, and {@link #pending} is a guess.
   */
  public void distrustLedger() {
    ledger.distrust();
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

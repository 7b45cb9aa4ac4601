package io.delaygate.scheduler.store;

import io.delaygate.schemas.job.JobState;
import io.delaygate.schemas.job.Policy;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * What a store knows of all its jobs without looking at them: exact counts of pending and dead ones
 * by state and target topic, and how far nothing lies in each order of time: one for each priority
 * of the timeline, one for ends. Derived from the jobs as the index is, with each change that the
 * store makes or restores, and so never logged.
 *
 * <p>Changed by the thread that writes the store; any may read.
 */
final class Ledger {
  private final Map<String, Long> counts = new HashMap<>();
  private final Floor[] wakes = new Floor[Policy.LAST + 1];
  private final Floor ends = new Floor();
  private final AtomicLong pending = new AtomicLong();

  /** Of a store without jobs, or of one whose jobs are yet to be counted. */
  Ledger() {
    Arrays.setAll(wakes, priority -> new Floor());
  }

  /** Reads what {@link #encode} wrote. */
  static Ledger decode(byte[] bytes) {
    try (var in = new DataInputStream(new ByteArrayInputStream(bytes))) {
      var ledger = new Ledger();
      for (var floor : ledger.floors()) {
        floor.endScan(in.readLong());
      }
      while (in.available() > 0) {
        ledger.count(in.readUTF(), in.readLong());
      }
      return ledger;
    } catch (IOException damage) {
      throw new UncheckedIOException(damage);
    }
  }

  /** All of it, for a later owner of the same store. */
  synchronized byte[] encode() {
    var bytes = new ByteArrayOutputStream();
    try (var out = new DataOutputStream(bytes)) {
      for (var floor : floors()) {
        out.writeLong(floor.ms());
      }
      for (var count : counts.entrySet()) {
        out.writeUTF(count.getKey());
        out.writeLong(count.getValue());
      }
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return bytes.toByteArray();
  }

  /** A job went from one place to another; null for none. */
  void moved(@Nullable Place from, @Nullable Place to) {
    if (to != null) {
      admit(to.index());
    }
    var before = from == null ? null : from.count();
    var after = to == null ? null : to.count();
    if (before == null ? after != null : !before.equals(after)) {
      recount(before, after);
    }
  }

  private void admit(byte[] indexKey) {
    switch (indexKey[0]) {
      case KeySpaces.TIMELINE -> wakes(KeySpaces.priority(indexKey)).admit(KeySpaces.ms(indexKey));
      case KeySpaces.ENDED -> ends.admit(KeySpaces.endedMs(indexKey));
      default -> {
        // a parked job waits for its target, and a dead one for a person
      }
    }
  }

  private synchronized void recount(@Nullable String before, @Nullable String after) {
    if (before != null) {
      count(before, -1);
    }
    if (after != null) {
      count(after, 1);
    }
  }

  private void count(String key, long change) {
    long count = counts.merge(key, change, Long::sum);
    if (count < 0) {
      throw new IllegalStateException("count of " + key + " fell to " + count);
    }
    if (count == 0) {
      counts.remove(key);
    }
    if (JobCount.state(key).isPending()) {
      pending.addAndGet(change);
    }
  }

  /** Pending jobs, whatever their state. Any thread. */
  long pending() {
    return pending.get();
  }

  /** Pending jobs of a target. For the thread that writes the store only. */
  long pending(String topic) {
    var jobs = 0L;
    for (var state : JobState.values()) {
      if (state.isPending()) {
        jobs += counts.getOrDefault(JobCount.key(state, topic), 0L);
      }
    }
    return jobs;
  }

  /** No job of that priority in the timeline wakes below this. */
  Floor wakes(int priority) {
    return wakes[priority];
  }

  /** No job of the timeline wakes before this, epoch milliseconds. Any thread. */
  long nextWakeMs() {
    var next = Long.MAX_VALUE;
    for (var floor : wakes) {
      next = Math.min(next, floor.ms());
    }
    return next;
  }

  /** The same of those priorities that somebody has looked at. Any thread. */
  long nextSeenWakeMs() {
    return Arrays.stream(wakes)
        .mapToLong(Floor::ms)
        .filter(ms -> ms != Floor.NOT_LOOKED)
        .min()
        .orElse(Long.MAX_VALUE);
  }

  /** Where all of the timeline stands. Any thread. */
  Cursor cursor() {
    return new Cursor(Arrays.stream(wakes).map(Floor::ms).toList());
  }

  /** No job that is still known ended below this. */
  Floor ends() {
    return ends;
  }

  /** A copy of this moment. Any thread. */
  synchronized LedgerView view() {
    var jobs = new ArrayList<JobCount>(counts.size());
    counts.forEach((key, count) -> jobs.add(JobCount.of(key, count)));
    return new LedgerView(jobs, cursor());
  }

  private List<Floor> floors() {
    var floors = new ArrayList<>(List.of(wakes));
    floors.add(ends);
    return floors;
  }
}

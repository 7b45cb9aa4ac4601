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
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * What a store knows of all its jobs without looking at them: exact counts of pending and dead ones
 * by state and target topic, and once more by state and namespace, and how far nothing lies in each
 * order of time: one for each priority of the timeline, one for ends. Derived from the jobs as the
 * index is, with each change that the store makes or restores, and so never logged.
 *
 * <p>Changed by the thread that writes the store; any may read.
 */
final class Ledger {
  private final Tally topics = new Tally();
  private final Tally namespaces = new Tally();
  private final Floor[] wakes = new Floor[Policy.LAST + 1];
  private final Floor ends = new Floor();
  private final AtomicLong pending = new AtomicLong();

  /** What {@link #nextSeenWakeMs} was when the running transaction began. */
  private volatile long uncommittedWakeMs = Long.MAX_VALUE;

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
      ledger.topics.read(in);
      ledger.namespaces.read(in);
      ledger.pending.set(ledger.countPending());
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
      topics.write(out);
      namespaces.write(out);
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
      recount(from, to);
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

  /** A job keeps its namespace, and so changes its count there with that of its state only. */
  private synchronized void recount(@Nullable Place from, @Nullable Place to) {
    if (from != null) {
      count(from, -1);
    }
    if (to != null) {
      count(to, 1);
    }
  }

  private void count(Place place, long change) {
    var key = place.count();
    if (key == null) {
      return;
    }
    topics.add(key, change);
    var state = JobCount.state(key);
    if (state.isPending()) {
      pending.addAndGet(change);
    }
    if (place.namespace() != null) {
      namespaces.add(NamespaceCount.key(state, place.namespace()), change);
    }
  }

  private long countPending() {
    return topics.list(JobCount::of).stream()
        .filter(count -> count.state().isPending())
        .mapToLong(JobCount::jobs)
        .sum();
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
        jobs += topics.get(JobCount.key(state, topic));
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

  /** A transaction begins to change the store. */
  void begin() {
    uncommittedWakeMs = lookedAtWakeMs();
  }

  /** The transaction is committed. */
  void committed() {
    uncommittedWakeMs = Long.MAX_VALUE;
  }

  /**
   * The same of those priorities that somebody has looked at. A job that left counts until that is
   * committed, which takes seconds where brokers slow down: nobody can read it before. Any thread.
   */
  long nextSeenWakeMs() {
    return Math.min(uncommittedWakeMs, lookedAtWakeMs());
  }

  private long lookedAtWakeMs() {
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
    return new LedgerView(topics.list(JobCount::of), namespaces.list(NamespaceCount::of), cursor());
  }

  private List<Floor> floors() {
    var floors = new ArrayList<>(List.of(wakes));
    floors.add(ends);
    return floors;
  }
}

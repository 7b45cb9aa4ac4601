package io.delaygate.scheduler.store;

import io.delaygate.schemas.job.JobState;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;

/**
 * Exact counts by state and target topic, and the cursor. Held in RAM for reading; every change
 * goes to a cached store too, which Kafka Streams flushes just before each commit, so that the
 * counts of each commit are those of its jobs. One thread only, except {@link #pending} and {@link
 * #cursorMs()}.
 */
final class Ledger {
  private static final String CURSOR = "cursor";

  private final KeyValueStore<String, Long> store;
  private final Map<String, Long> counts = new HashMap<>();
  private final AtomicLong pending = new AtomicLong();
  private boolean exact = true;
  private volatile long cursorMs;

  /** Reads what the store has. */
  Ledger(KeyValueStore<String, Long> store) {
    this.store = store;
    cursorMs = read(store, counts);
    counts.values().forEach(pending::addAndGet);
  }

  /** What another task's ledger store has now; empty for one that nothing was written to. */
  static LedgerView view(ReadOnlyKeyValueStore<String, Long> store) {
    var counts = new HashMap<String, Long>();
    var cursorMs = read(store, counts);
    return view(counts, cursorMs);
  }

  /** What this one says now. */
  LedgerView view() {
    return view(counts, cursorMs);
  }

  private static LedgerView view(Map<String, Long> counts, long cursorMs) {
    var jobs = new ArrayList<JobCount>(counts.size());
    counts.forEach((key, count) -> jobs.add(JobCount.of(key, count)));
    return new LedgerView(jobs, cursorMs);
  }

  private static long read(ReadOnlyKeyValueStore<String, Long> store, Map<String, Long> counts) {
    var cursorMs = 0L;
    try (var entries = store.all()) {
      while (entries.hasNext()) {
        var entry = entries.next();
        if (entry.key.equals(CURSOR)) {
          cursorMs = entry.value;
        } else {
          counts.put(entry.key, entry.value);
        }
      }
    }
    return cursorMs;
  }

  /**
   * Without transactions an earlier owner may have ended after a job was logged and before the
   * ledger was: nothing is known to lie above the cursor, and counts may be off for good.
   */
  void distrust() {
    exact = false;
    cursorMs(0);
  }

  void add(JobState state, String topic, int change) {
    var key = JobCount.key(state, topic);
    long count = counts.merge(key, (long) change, Long::sum);
    if (count < 0 && exact) {
      throw new IllegalStateException("count of " + key + " fell to " + count);
    }
    if (count == 0) {
      counts.remove(key);
    }
    store.put(key, count == 0 ? null : count);
    pending.addAndGet(change);
  }

  /** Jobs in the store, whatever their state. Any thread. */
  long pending() {
    return pending.get();
  }

  /** No job of the timeline wakes before this, epoch milliseconds. Any thread. */
  long cursorMs() {
    return cursorMs;
  }

  void cursorMs(long ms) {
    if (ms != cursorMs) {
      cursorMs = ms;
      store.put(CURSOR, ms);
    }
  }
}

package io.delaygate.gateway.lmstfy;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * Leases by job and consumer address, as acknowledgements of lmstfy name no lease. A lease that is
 * not here any more is looked up at the schedulers, where a stale worker cannot be told from the
 * present one. Thread-safe.
 */
final class LeaseBook {
  /** Largest number of leases: as many as workers of one gateway hold; some 10 MB of memory. */
  static final int MOST = 32_768;

  /** Time that an entry is kept after its lease; later acknowledgements are rare. */
  static final Duration KEPT = Duration.ofHours(1);

  private final LongSupplier ticker;
  private final Map<Key, Entry> entries = new LinkedHashMap<>();

  /**
   * A job that a worker has reserved.
   *
   * @param queue as callers name it
   * @param id as it is stored
   * @param address of the worker
   */
  record Key(String queue, String id, String address) {}

  private record Entry(String lease, long forgetAt) {}

  /**
   * Creates an empty book.
   *
   * @param ticker monotonic nanoseconds
   */
  LeaseBook(LongSupplier ticker) {
    this.ticker = ticker;
  }

  /** Adds a lease. Removes entries that are too old, and the oldest ones if there are too many. */
  synchronized void add(Key key, String lease, long leaseMs) {
    var now = ticker.getAsLong();
    entries.remove(key);
    entries.put(key, new Entry(lease, now + Duration.ofMillis(leaseMs).plus(KEPT).toNanos()));
    var oldest = entries.entrySet().iterator();
    while (oldest.hasNext()) {
      var entry = oldest.next().getValue();
      if (entries.size() <= MOST && !isOver(entry, now)) {
        return;
      }
      oldest.remove();
    }
  }

  /** The last lease of a job at that address; empty if there was none, or if it is too old. */
  synchronized Optional<String> lease(Key key) {
    return Optional.ofNullable(entries.get(key))
        .filter(entry -> !isOver(entry, ticker.getAsLong()))
        .map(Entry::lease);
  }

  /** Removes a lease: the job of that id is another one now. */
  synchronized void forget(Key key) {
    entries.remove(key);
  }

  private static boolean isOver(Entry entry, long now) {
    return now - entry.forgetAt() > 0;
  }
}

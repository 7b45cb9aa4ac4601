package io.delaygate.gateway.lmstfy;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * By which lease jobs were handed out to which address, as acknowledgements name none. What is not
 * in it any more is looked up among the jobs, where no stale worker can be told. Thread-safe.
 */
final class LeaseBook {
  /** As many as workers of one gateway have in their hands; some 10 MB of memory. */
  static final int MOST = 32_768;

  /** Workers that are later than that were stopped and woken up, and hardly come at all. */
  static final Duration KEPT = Duration.ofHours(1);

  private final LongSupplier ticker;
  private final Map<Key, Entry> entries = new LinkedHashMap<>();

  /**
   * A job in somebody's hands.
   *
   * @param queue as callers name it
   * @param id as it is stored
   * @param address of the worker
   */
  record Key(String queue, String id, String address) {}

  private record Entry(String lease, long forgetAt) {}

  /**
   * Empty.
   *
   * @param ticker monotonic nanoseconds
   */
  LeaseBook(LongSupplier ticker) {
    this.ticker = ticker;
  }

  /** One was handed out; what is too old is forgotten, and the oldest where there are too many. */
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

  /** The last lease by which that was handed out; empty when it was not, or long ago. */
  synchronized Optional<String> lease(Key key) {
    return Optional.ofNullable(entries.get(key))
        .filter(entry -> !isOver(entry, ticker.getAsLong()))
        .map(Entry::lease);
  }

  /** The job of that id is another one now. */
  synchronized void forget(Key key) {
    entries.remove(key);
  }

  private static boolean isOver(Entry entry, long now) {
    return now - entry.forgetAt() > 0;
  }
}

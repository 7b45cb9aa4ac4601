package io.delaygate.scheduler.store;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Map of exact counts by key, without zeros: the present ones, and those of the last commit. Not
 * thread-safe.
 */
final class CountMap {
  private final Map<String, Long> counts = new HashMap<>();

  /** Committed numbers of the keys that changed since, zero for a key that was not there. */
  private final Map<String, Long> committed = new HashMap<>();

  /** Adds to a count, or subtracts from it. */
  void add(String key, long change) {
    long before = counts.getOrDefault(key, 0L);
    var count = before + change;
    if (count < 0) {
      throw new IllegalStateException("count of " + key + " fell to " + count);
    }
    committed.putIfAbsent(key, before);
    set(counts, key, count);
  }

  private static void set(Map<String, Long> to, String key, long count) {
    if (count == 0) {
      to.remove(key);
    } else {
      to.put(key, count);
    }
  }

  long get(String key) {
    return counts.getOrDefault(key, 0L);
  }

  /** Each that is committed, in no order. */
  <T> List<T> listCommitted(Row<T> row) {
    var rows = new ArrayList<T>(counts.size());
    counts.forEach(
        (key, count) -> {
          if (!committed.containsKey(key)) {
            rows.add(row.of(key, count));
          }
        });
    committed.forEach(
        (key, count) -> {
          if (count > 0) {
            rows.add(row.of(key, count));
          }
        });
    return rows;
  }

  /** Those that changed since the last commit, zero for those that are gone. */
  Map<String, Long> changed() {
    var changed = new HashMap<String, Long>();
    committed.keySet().forEach(key -> changed.put(key, get(key)));
    return changed;
  }

  /** Takes the present numbers as committed. */
  void commit() {
    committed.clear();
  }

  /** Maker of a row from a key and its count. */
  interface Row<T> {
    T of(String key, long count);
  }
}

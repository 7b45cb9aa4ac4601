package io.delaygate.scheduler.store;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Exact numbers by key, none of them zero. Not thread-safe. */
final class Tally {
  private final Map<String, Long> counts = new HashMap<>();

  /** One more, or several, or fewer. */
  void add(String key, long change) {
    long count = counts.merge(key, change, Long::sum);
    if (count < 0) {
      throw new IllegalStateException("count of " + key + " fell to " + count);
    }
    if (count == 0) {
      counts.remove(key);
    }
  }

  long get(String key) {
    return counts.getOrDefault(key, 0L);
  }

  /** Each of them, in no order. */
  <T> List<T> list(Row<T> row) {
    var rows = new ArrayList<T>(counts.size());
    counts.forEach((key, count) -> rows.add(row.of(key, count)));
    return rows;
  }

  void write(DataOutput out) throws IOException {
    out.writeInt(counts.size());
    for (var count : counts.entrySet()) {
      out.writeUTF(count.getKey());
      out.writeLong(count.getValue());
    }
  }

  /** Reads what {@link #write} wrote. */
  void read(DataInput in) throws IOException {
    for (var left = in.readInt(); left > 0; left--) {
      add(in.readUTF(), in.readLong());
    }
  }

  /** Makes what is shown of a key and its number. */
  interface Row<T> {
    T of(String key, long count);
  }
}

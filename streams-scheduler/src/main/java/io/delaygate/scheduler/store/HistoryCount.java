package io.delaygate.scheduler.store;

import org.jspecify.annotations.Nullable;

/**
 * Number and size of the history entries of ended jobs.
 *
 * @param entries how many
 * @param bytes of their records and their keys of the index, before compression
 */
public record HistoryCount(long entries, long bytes) {
  /** No history. */
  public static final HistoryCount NONE = new HistoryCount(0, 0);

  /** This one after a job went from one place to another; null for none. */
  HistoryCount moved(@Nullable IndexEntry from, @Nullable IndexEntry to) {
    var change = entries(to) - entries(from);
    var growth = bytes(to) - bytes(from);
    return change == 0 && growth == 0 ? this : plus(new HistoryCount(change, growth));
  }

  /** The sum of both. */
  public HistoryCount plus(HistoryCount other) {
    return new HistoryCount(entries + other.entries, bytes + other.bytes);
  }

  private static long entries(@Nullable IndexEntry place) {
    return place != null && place.isEnded() ? 1 : 0;
  }

  private static long bytes(@Nullable IndexEntry place) {
    return place == null ? 0 : place.endedBytes();
  }
}

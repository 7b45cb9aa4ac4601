package io.delaygate.scheduler.incidents;

import java.util.Arrays;

/**
 * Counter of the events of the last hour, by minute. The present minute counts as one of them. For
 * one thread at a time.
 */
final class MinuteCounts {
  static final int MINUTES = 60;
  static final long MINUTE_MS = 60_000;

  private final long[] counts = new long[MINUTES];
  private long newest = Long.MIN_VALUE;

  /** Adds events. */
  void add(long events, long nowMs) {
    forget(nowMs);
    counts[slot(newest)] += events;
  }

  /** Number of events of the last minutes, at most {@link #MINUTES}. */
  long sum(int minutes, long nowMs) {
    forget(nowMs);
    var sum = 0L;
    for (var back = 0; back < minutes; back++) {
      sum += counts[slot(newest - back)];
    }
    return sum;
  }

  /** Clears the minutes that are over. After the clock was set back, time stands still here. */
  private void forget(long nowMs) {
    var minute = Math.floorDiv(nowMs, MINUTE_MS);
    if (newest == Long.MIN_VALUE || minute - newest >= MINUTES) {
      Arrays.fill(counts, 0);
      newest = minute;
    }
    while (newest < minute) {
      newest++;
      counts[slot(newest)] = 0;
    }
  }

  private static int slot(long minute) {
    return (int) Math.floorMod(minute, (long) MINUTES);
  }
}

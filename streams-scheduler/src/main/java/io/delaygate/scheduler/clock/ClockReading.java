package io.delaygate.scheduler.clock;

import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Offsets of this process' clock against the brokers' clocks at one moment.
 *
 * @param offsetsMs by broker id, milliseconds; positive where this process is ahead
 */
record ClockReading(SortedMap<Integer, Long> offsetsMs) {
  private static final double MS_PER_SECOND = 1000.0;

  ClockReading {
    offsetsMs = new TreeMap<>(offsetsMs);
  }

  /** Whether the clock was lately compared with at least one broker. */
  boolean isKnown() {
    return !offsetsMs.isEmpty();
  }

  /**
   * Whether this clock is ahead of most brokers, or behind most of them, by more than the limit.
   */
  boolean isOff(long limitMs) {
    return isMost(ahead(limitMs)) || isMost(behind(limitMs));
  }

  /** Median of the offsets; 0 while none is known. */
  long medianMs() {
    var sorted = offsetsMs.values().stream().mapToLong(Long::longValue).sorted().toArray();
    return sorted.length == 0 ? 0 : sorted[(sorted.length - 1) / 2];
  }

  /** Message about a clock that is wrong, and its remedy. */
  String text(long limitMs) {
    var isAhead = medianMs() > 0;
    return ("the clock of this instance is %.1f s %s the clocks of the brokers (compared with"
            + " %d; clock.offset.max.ms is %d), so jobs would be delivered too %s: correct the"
            + " clock; the instance continues when the offset is below half of the limit")
        .formatted(
            Math.abs(medianMs()) / MS_PER_SECOND,
            isAhead ? "ahead of" : "behind",
            offsetsMs.size(),
            limitMs,
            isAhead ? "early" : "late");
  }

  private boolean isMost(long brokers) {
    return 2 * brokers > offsetsMs.size();
  }

  private long ahead(long limitMs) {
    return offsetsMs.values().stream().filter(offset -> offset > limitMs).count();
  }

  private long behind(long limitMs) {
    return offsetsMs.values().stream().filter(offset -> offset < -limitMs).count();
  }
}

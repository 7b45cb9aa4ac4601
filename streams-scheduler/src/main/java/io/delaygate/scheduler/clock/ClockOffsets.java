package io.delaygate.scheduler.clock;

import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/** Last known offsets of this process' clock against the clock of each broker. Thread-safe. */
final class ClockOffsets {
  /** Time for which an offset counts: a removed broker takes no part in decisions after it. */
  static final Duration KNOWN = Duration.ofMinutes(5);

  private final Map<Integer, Known> known = new ConcurrentHashMap<>();

  /**
   * Replaces the broker's last sample.
   *
   * @param nowNanos monotonic
   */
  void add(int broker, ClockSample sample, long nowNanos) {
    known.put(broker, new Known(sample.offsetMs(), nowNanos));
  }

  /** Forgets all offsets, since this process' clock was set. */
  void forget() {
    known.clear();
  }

  /** The offsets that still count. */
  ClockReading reading(long nowNanos) {
    var offsets = new TreeMap<Integer, Long>();
    known.forEach(
        (broker, one) -> {
          if (nowNanos - one.atNanos() < KNOWN.toNanos()) {
            offsets.put(broker, one.offsetMs());
          }
        });
    return new ClockReading(offsets);
  }

  private record Known(long offsetMs, long atNanos) {}
}

package io.delaygate.scheduler.clock;

import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/** Last known offset of this process' clock against each broker's. Thread-safe. */
final class ClockOffsets {
  /** A broker that was taken away does not take part in decisions for longer than this. */
  static final Duration KNOWN = Duration.ofMinutes(5);

  private final Map<Integer, Known> known = new ConcurrentHashMap<>();

  /**
   * Takes a sample in place of the broker's last one.
   *
   * @param nowNanos monotonic
   */
  void add(int broker, ClockSample sample, long nowNanos) {
    known.put(broker, new Known(sample.offsetMs(), nowNanos));
  }

  /** Forgets all: this process' clock was set meanwhile. */
  void forget() {
    known.clear();
  }

  /** What is known now. */
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

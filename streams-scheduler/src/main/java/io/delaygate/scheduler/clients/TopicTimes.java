package io.delaygate.scheduler.clients;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** Times of the last use of topics, which count for some seconds. Thread-safe. */
final class TopicTimes {
  /**
   * A producer forgets a topic some time after its last record, by the setting {@code
   * metadata.max.idle.ms}: this is shorter.
   */
  static final long LATELY_NANOS = TimeUnit.SECONDS.toNanos(4);

  /** Time after which a producer has certainly forgotten a topic. */
  private static final long LONG_AGO_NANOS = 2 * LATELY_NANOS;

  /** Number of topics beyond which old entries are removed. */
  private static final int MANY = 1_000;

  private final Map<String, Long> usedNanos = new ConcurrentHashMap<>();
  private volatile int cleanAt = MANY;

  /** Notes a use of a topic. */
  void use(String topic, long now) {
    usedNanos.put(topic, now);
    if (usedNanos.size() > cleanAt) {
      usedNanos.values().removeIf(used -> now - used >= LONG_AGO_NANOS);
      cleanAt = 2 * usedNanos.size() + MANY;
    }
  }

  /** Whether a topic was used lately. */
  boolean has(String topic, long now) {
    var used = usedNanos.get(topic);
    return used != null && now - used < LATELY_NANOS;
  }

  /** Whether a producer may still know a topic. */
  boolean mayHave(String topic) {
    return usedNanos.containsKey(topic);
  }
}

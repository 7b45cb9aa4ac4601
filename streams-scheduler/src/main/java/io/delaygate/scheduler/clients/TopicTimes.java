package io.delaygate.scheduler.clients;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** When topics were last used, forgotten some seconds later. Thread-safe. */
final class TopicTimes {
  /**
   * A producer forgets a topic some time after its last record, by the setting {@code
   * metadata.max.idle.ms}: this is shorter.
   */
  static final long LATELY_NANOS = TimeUnit.SECONDS.toNanos(4);

  /** By then it has surely forgotten it. */
  private static final long LONG_AGO_NANOS = 2 * LATELY_NANOS;

  /** Beyond that many, those that were used long ago are taken out. */
  private static final int MANY = 1_000;

  private final Map<String, Long> usedNanos = new ConcurrentHashMap<>();
  private volatile int cleanAt = MANY;

  /** A topic is used. */
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

  /** Whether a topic may not be forgotten yet. */
  boolean mayHave(String topic) {
    return usedNanos.containsKey(topic);
  }
}

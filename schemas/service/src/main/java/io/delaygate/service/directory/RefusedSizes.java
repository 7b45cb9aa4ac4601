package io.delaygate.service.directory;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Record of the message sizes that topics refused below their known or assumed limit. From then on
 * the topic's limit counts as lower than that size. Thread-safe.
 *
 * <p>A refusal is forgotten when the brokers report another limit. It is also forgotten after an
 * hour, as a raised limit cannot be seen where settings may not be read. The first refusal of a
 * topic with a lower limit than assumed costs a rollback, and so does the first after each such
 * hour.
 */
final class RefusedSizes {
  private static final long REMEMBERED_NANOS = Duration.ofHours(1).toNanos();

  private final Map<String, Refusal> refusals = new ConcurrentHashMap<>();

  /**
   * Adds a refused record.
   *
   * @param bytes its size
   * @param allowed the known or assumed limit
   * @param now monotonic nanoseconds
   */
  void add(String topic, long bytes, int allowed, long now) {
    refusals.compute(
        topic,
        (same, before) ->
            before != null && before.allowed == allowed
                ? new Refusal(Math.min(bytes, before.bytes), allowed, now)
                : new Refusal(bytes, allowed, now));
  }

  /** The status with the corrected limit. */
  TopicStatus correct(String topic, TopicStatus told, long now) {
    var refusal = refusals.isEmpty() ? null : refusals.get(topic);
    if (refusal == null || !(told instanceof TopicStatus.Writable writable)) {
      return told;
    }
    var allowed = writable.maxMessageBytes();
    if (allowed != refusal.allowed || now - refusal.at >= REMEMBERED_NANOS) {
      refusals.remove(topic, refusal);
      return told;
    }
    return writable.withMaxMessageBytes((int) Math.min(allowed, refusal.bytes - 1));
  }

  private record Refusal(long bytes, int allowed, long at) {}
}

package io.delaygate.service.directory;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Sizes of records that topics refused though what is known or assumed of them allows it. From then
 * on the topic takes less than that. Thread-safe.
 *
 * <p>A refusal is forgotten when another limit is told, since it speaks of the one before; and
 * after a while, as it cannot be seen that a limit was raised where settings may not be read. The
 * first refusal of a topic that takes less than is assumed costs a roll-back, and so does the first
 * after each such while.
 */
final class RefusedSizes {
  private static final long REMEMBERED_NANOS = Duration.ofHours(1).toNanos();

  private final Map<String, Refusal> refusals = new ConcurrentHashMap<>();

  /**
   * A record was refused.
   *
   * @param bytes its size
   * @param allowed the limit that was known or assumed
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

  /** The status with the limit that follows. */
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

package io.delaygate.scheduler.store;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Start keys of the ready jobs of each queue of a store, so that a walk skips the tombstones of
 * jobs that were dispatched. In memory, for queues that were asked for lately. Guarded by its
 * owner: a walk's moment and its head belong together.
 */
final class QueueHeads {
  /** Some 200 bytes for each. */
  private static final int QUEUES = 5_000;

  private final Map<String, Head> heads =
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Head> eldest) {
          return size() > QUEUES;
        }
      };

  /** The head of a queue as it is now. */
  Head of(String topic) {
    return heads.computeIfAbsent(
        topic, name -> new Head(KeySpaces.bucketsOf(KeySpaces.READY, name), 0));
  }

  /** Forgets all heads: jobs came and went without notice. */
  void forget() {
    heads.clear();
  }

  /** A job came to its queue, at this key of the index. */
  void admit(byte[] key) {
    heads.computeIfPresent(
        KeySpaces.topicOf(key),
        (topic, head) ->
            new Head(
                Arrays.compareUnsigned(key, head.key()) < 0 ? key : head.key(), head.came() + 1));
  }

  /**
   * A walk from a head on found nothing before this key.
   *
   * @param key null where it found nothing at all
   */
  void raise(String topic, Head from, byte @Nullable [] key) {
    var raised =
        key == null ? KeySpaces.after(KeySpaces.bucketsOf(KeySpaces.READY, topic)).get() : key;
    heads.computeIfPresent(
        topic, (same, now) -> now.came() == from.came() ? new Head(raised, now.came()) : now);
  }

  /**
   * The head of a queue.
   *
   * @param key nothing is ready before it
   * @param came how many jobs came while it was known
   */
  record Head(byte[] key, long came) {}
}

package io.delaygate.scheduler.query;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import org.apache.kafka.common.utils.Bytes;

/**
 * Ready jobs that were shown to a gateway just now, which is about to reserve them: others need not
 * be shown the same. Only a courtesy: who reserves first has the job, and a claim ends by itself.
 * Thread-safe.
 */
final class Claims {
  /**
   * A reservation takes some 50 ms, and a few hundred where all is busy. What was claimed by a
   * gateway that died, or whose caller left, is shown to the next one so much later.
   */
  static final Duration TIME = Duration.ofMillis(500);

  private final LongSupplier ticker;
  private final Map<Bytes, Long> ends = new HashMap<>();
  private final Deque<Claim> oldest = new ArrayDeque<>();

  /**
   * No claims yet.
   *
   * @param ticker monotonic nanoseconds
   */
  Claims(LongSupplier ticker) {
    this.ticker = ticker;
  }

  /** Whether nobody claims the job at a place. */
  synchronized boolean isFree(byte[] place) {
    end();
    return !ends.containsKey(Bytes.wrap(place));
  }

  /** How many jobs are claimed, or were lately. */
  synchronized int count() {
    return ends.size();
  }

  /**
   * Claims a job at its place in the queue; false if somebody else was faster. A job that comes
   * back to the queue has another place, and is free.
   */
  synchronized boolean take(byte[] place) {
    end();
    var at = ticker.getAsLong() + TIME.toNanos();
    var key = Bytes.wrap(place);
    var isFirst = ends.putIfAbsent(key, at) == null;
    if (isFirst) {
      oldest.add(new Claim(key, at));
    }
    return isFirst;
  }

  private void end() {
    var now = ticker.getAsLong();
    for (var first = oldest.peek(); first != null && first.endNanos() - now <= 0; ) {
      ends.remove(first.place());
      oldest.remove();
      first = oldest.peek();
    }
  }

  private record Claim(Bytes place, long endNanos) {}
}

package io.delaygate.scheduler.query;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import org.apache.kafka.common.utils.Bytes;

/**
 * Claims on ready jobs that are being reserved; other requests skip these jobs. Claims only avoid
 * reservations in vain: the task decides which one succeeds. Thread-safe.
 */
final class ReservationClaims {
  /** Longer than any transaction: bounds the claims of reservations that are never answered. */
  static final Duration TIME = Duration.ofSeconds(30);

  private final LongSupplier ticker;
  private final Map<Bytes, Long> ends = new HashMap<>();
  private final Deque<Claim> oldest = new ArrayDeque<>();

  /**
   * No claims yet.
   *
   * @param ticker monotonic nanoseconds
   */
  ReservationClaims(LongSupplier ticker) {
    this.ticker = ticker;
  }

  /** Whether no request claims the job at a place. */
  synchronized boolean isFree(byte[] place) {
    end();
    return !ends.containsKey(Bytes.wrap(place));
  }

  /** Number of jobs that are claimed. */
  synchronized int count() {
    return ends.size();
  }

  /** Claims a job at its place in the queue; false if another request has it claimed. */
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

  /** Ends a claim before its time. */
  synchronized void release(byte[] place) {
    ends.remove(Bytes.wrap(place));
  }

  private void end() {
    var now = ticker.getAsLong();
    for (var first = oldest.peek(); first != null && isOver(first, now); first = oldest.peek()) {
      ends.remove(first.place(), first.endNanos());
      oldest.remove();
    }
  }

  /** True also if it was released, or claimed again since. */
  private boolean isOver(Claim claim, long now) {
    var end = ends.get(claim.place());
    return end == null || end != claim.endNanos() || claim.endNanos() - now <= 0;
  }

  private record Claim(Bytes place, long endNanos) {}
}

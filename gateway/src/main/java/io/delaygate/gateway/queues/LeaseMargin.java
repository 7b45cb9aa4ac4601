package io.delaygate.gateway.queues;

import java.time.Duration;

/**
 * Time added to a lease for the way of the job from the scheduler to its caller: twice the longest
 * recent way. A worker that crashes holds its job for that much longer; a job that took longer is
 * given back. Thread-safe.
 */
final class LeaseMargin {
  static final Duration SHORTEST = Duration.ofMillis(500);
  static final Duration LONGEST = Duration.ofSeconds(10);

  /** The longest way, which later ones make be forgotten. */
  private long wayNanos;

  /** A job has come. */
  synchronized void came(long onItsWayNanos) {
    wayNanos = Math.max(onItsWayNanos, wayNanos - wayNanos / 8);
  }

  /** In milliseconds. */
  synchronized long ms() {
    var twice = Duration.ofNanos(2 * wayNanos).toMillis();
    return Math.min(Math.max(SHORTEST.toMillis(), twice), LONGEST.toMillis());
  }
}

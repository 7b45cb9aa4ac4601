package io.delaygate.gateway.queues;

import java.time.Duration;

/**
 * Time added to a lease for the transfer of the job from the scheduler to its caller: twice the
 * longest recent transfer. If a worker crashes, its lease ends later by that time; a job whose
 * transfer took longer is given back. Thread-safe.
 */
final class LeaseMargin {
  static final Duration SHORTEST = Duration.ofMillis(500);
  static final Duration LONGEST = Duration.ofSeconds(10);

  /** The longest recent transfer; each later one reduces it. */
  private long wayNanos;

  /** Records the transfer time of a job. */
  synchronized void came(long onItsWayNanos) {
    wayNanos = Math.max(onItsWayNanos, wayNanos - wayNanos / 8);
  }

  /** The margin in milliseconds. */
  synchronized long ms() {
    var twice = Duration.ofNanos(2 * wayNanos).toMillis();
    return Math.min(Math.max(SHORTEST.toMillis(), twice), LONGEST.toMillis());
  }
}

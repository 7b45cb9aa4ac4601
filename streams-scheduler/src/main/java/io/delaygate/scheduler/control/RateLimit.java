package io.delaygate.scheduler.control;

import java.util.concurrent.TimeUnit;

/**
 * Rate limiter of one partition's deliveries to a target: at most a quota in any ten seconds,
 * evenly spread. It is the generic cell rate algorithm (ITU-T I.371): each delivery moves a due
 * time on by an interval, and a delivery may come before that time by the length of a small burst.
 *
 * <p>It begins as if a burst had just left, so that a partition that moves to another scheduler, or
 * restarts, never exceeds the rate. It uses the clock that stamps deliveries; when that is set back
 * far, the limiter starts again.
 */
final class RateLimit {
  static final long WINDOW_MS = 10_000;

  private static final long WINDOW_NANOS = TimeUnit.MILLISECONDS.toNanos(WINDOW_MS);

  /**
   * Divisor of the quota: a burst of a fifth of a second, so that a fast target costs few checks of
   * its parking buckets.
   */
  private static final int BURST_PART = 50;

  /**
   * Quota from which a burst of two is allowed: it makes up for the lateness of wake-up timers, and
   * costs less.
   */
  private static final int SMALL = 10;

  private final int perSecond;
  private final int burst;
  private final long intervalNanos;
  private long dueNanos;

  /**
   * Creates a limiter that begins now.
   *
   * @param perSecond rate of all partitions together, as the operator decided it
   * @param nowMs epoch milliseconds
   */
  RateLimit(int perSecond, PartitionShare share, long nowMs) {
    var quota = share.of(perSecond * TimeUnit.MILLISECONDS.toSeconds(WINDOW_MS));
    this.perSecond = perSecond;
    this.burst = quota < SMALL ? 1 : Math.max(2, quota / BURST_PART);
    // rounded up; a window then holds at most (quota - burst + 1) intervals and a burst
    this.intervalNanos = WINDOW_NANOS / (quota - burst + 1) + 1;
    begin(nowMs);
  }

  private void begin(long nowMs) {
    dueNanos = nanos(nowMs) + burst * intervalNanos;
  }

  /** Whether this limiter is for that rate. */
  boolean isFor(int rate) {
    return perSecond == rate;
  }

  /** Whether a job may leave. */
  boolean isOpen(long nowMs) {
    if (dueNanos - nanos(nowMs) > 2 * WINDOW_NANOS) {
      begin(nowMs);
    }
    return nanos(nowMs) >= dueNanos - (burst - 1) * intervalNanos;
  }

  /** Counts a delivery. */
  void take(long nowMs) {
    dueNanos = Math.max(dueNanos, nanos(nowMs)) + intervalNanos;
  }

  /** Next time worth a check: half a burst may leave then, epoch milliseconds. */
  long opensMs() {
    var worthNanos = dueNanos - (burst - Math.max(1, burst / 2)) * intervalNanos;
    return TimeUnit.NANOSECONDS.toMillis(worthNanos + TimeUnit.MILLISECONDS.toNanos(1) - 1);
  }

  private static long nanos(long ms) {
    return TimeUnit.MILLISECONDS.toNanos(ms);
  }
}

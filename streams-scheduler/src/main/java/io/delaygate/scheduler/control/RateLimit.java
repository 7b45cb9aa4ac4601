package io.delaygate.scheduler.control;

import java.util.concurrent.TimeUnit;

/**
 * How often one partition may deliver to a target: so many times at most in any ten seconds, and
 * evenly. The generic cell rate algorithm (ITU-T I.371): each delivery moves a due time on by an
 * interval, and one may come before that time by as much as a small burst takes.
 *
 * <p>It begins as if a burst had just left, so that a partition that moves from one scheduler to
 * another, or begins anew, never exceeds the rate. By the clock that deliveries are stamped with;
 * when that is set back far, it begins anew.
 */
final class RateLimit {
  static final long WINDOW_MS = 10_000;

  private static final long WINDOW_NANOS = TimeUnit.MILLISECONDS.toNanos(WINDOW_MS);

  /** Of a quota: a fifth of a second's, so that a fast target costs few looks at its lanes. */
  private static final int BURST_PART = 50;

  /** From here on a burst of two costs less than the lateness of alarms, which it makes up for. */
  private static final int SMALL = 10;

  private final int perSecond;
  private final int burst;
  private final long intervalNanos;
  private long dueNanos;

  /**
   * A limit that begins now.
   *
   * @param perSecond of all partitions together, as it was decided
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

  /** Whether this is the limit for that rate. */
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

  /** A job left. */
  void take(long nowMs) {
    dueNanos = Math.max(dueNanos, nanos(nowMs)) + intervalNanos;
  }

  /** When it is worth a look: half a burst may leave then, epoch milliseconds. */
  long opensMs() {
    var worthNanos = dueNanos - (burst - Math.max(1, burst / 2)) * intervalNanos;
    return TimeUnit.NANOSECONDS.toMillis(worthNanos + TimeUnit.MILLISECONDS.toNanos(1) - 1);
  }

  private static long nanos(long ms) {
    return TimeUnit.MILLISECONDS.toNanos(ms);
  }
}

package io.delaygate.scheduler.clients;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Counter of a transaction's unacknowledged records to a partition, with the time of its last
 * progress. The stream thread sends, the producer's thread acknowledges.
 */
final class PartitionTraffic {
  private final AtomicInteger unanswered = new AtomicInteger();
  private volatile long progressNanos;

  void sent(long nowNanos) {
    if (unanswered.getAndIncrement() == 0) {
      progressNanos = nowNanos;
    }
  }

  void answered(long nowNanos) {
    progressNanos = nowNanos;
    unanswered.decrementAndGet();
  }

  boolean isWaiting() {
    return unanswered.get() > 0;
  }

  /** Whether records wait, and none was acknowledged for that time. */
  boolean isSilent(long forNanos, long nowNanos) {
    return isWaiting() && nowNanos - progressNanos >= forNanos;
  }
}

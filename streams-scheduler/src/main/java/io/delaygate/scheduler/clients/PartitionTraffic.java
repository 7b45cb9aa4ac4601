package io.delaygate.scheduler.clients;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Records of one transaction to one partition. Sent by the stream thread, answered by the
 * producer's.
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

  /** Whether records wait, and none was answered for so long. */
  boolean isSilent(long forNanos, long nowNanos) {
    return isWaiting() && nowNanos - progressNanos >= forNanos;
  }
}

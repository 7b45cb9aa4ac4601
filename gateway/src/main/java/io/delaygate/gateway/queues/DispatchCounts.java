package io.delaygate.gateway.queues;

/**
 * Counters of dispatched and returned jobs of queues. Implementations are thread-safe and do not
 * block.
 */
public interface DispatchCounts {
  /** Counts jobs of an answer. */
  void handedOut(int jobs);

  /** Counts a job that was reserved for a caller, and is given back. */
  void handedBack();
}

package io.delaygate.gateway.queues;

/** Told of what becomes of jobs of queues. Implementations are thread-safe and do not block. */
public interface DispatchCounts {
  /** So many jobs were answered with. */
  void handedOut(int jobs);

  /** A job that was taken for a caller, or ahead of one, is given back. */
  void handedBack();
}

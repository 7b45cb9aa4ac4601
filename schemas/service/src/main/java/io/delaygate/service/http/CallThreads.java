package io.delaygate.service.http;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;

/**
 * Bound of the threads that calls hold, below the number that there are: the rest is for probes.
 * Servers that share their threads share it. Thread-safe.
 */
public final class CallThreads {
  private final Semaphore free;
  private final List<Runnable> onFree = new CopyOnWriteArrayList<>();

  /** A bound of so many threads. */
  public CallThreads(int most) {
    this.free = new Semaphore(most);
  }

  /** Runs this whenever a thread has become free. */
  void onFree(Runnable task) {
    onFree.add(task);
  }

  /** Takes a thread, if one is free. */
  boolean take() {
    return free.tryAcquire();
  }

  /** Gives a thread back. */
  void release() {
    free.release();
    onFree.forEach(Runnable::run);
  }
}

package io.delaygate.service.http;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Bound of the threads that calls hold, below the number that there are: the rest is for probes.
 * Servers that share their threads share it. Thread-safe.
 */
public final class CallThreads {
  private final Semaphore free;
  private final List<Runnable> onFree = new CopyOnWriteArrayList<>();
  private final AtomicInteger turn = new AtomicInteger();

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

  /** Gives a thread back. Each server is first in turn to take it. */
  void release() {
    free.release();
    var first = turn.getAndIncrement();
    for (var i = 0; i < onFree.size(); i++) {
      onFree.get(Math.floorMod(first + i, onFree.size())).run();
    }
  }
}

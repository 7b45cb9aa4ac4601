package io.delaygate.scheduler.query;

import java.util.concurrent.Semaphore;
import java.util.function.Supplier;

/**
 * Limiter of concurrent scans in this process. One scan too many is refused and not queued: a queue
 * would only hold requests whose callers have given up. Thread-safe.
 */
final class ScanLimit {
  /** Each takes a core while it runs, and delivery needs one too. */
  static final int AT_A_TIME = 2;

  private final Semaphore free = new Semaphore(AT_A_TIME);

  <T> T scan(Supplier<T> scan) {
    if (!free.tryAcquire()) {
      throw QueryRefusal.busy();
    }
    try {
      return scan.get();
    } finally {
      free.release();
    }
  }
}

package io.delaygate.harness.faults;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** Waits while others work. */
final class Pauses {
  private Pauses() {}

  /** Waits for this time. */
  static void pass(Duration time) {
    var end = System.nanoTime() + time.toNanos();
    for (var left = time.toNanos(); left > 0; left = end - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
  }
}

package io.delaygate.harness.faults;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** Time that passes while others work. */
final class Pauses {
  private Pauses() {}

  /** Returns after that time. */
  static void pass(Duration time) {
    var end = System.nanoTime() + time.toNanos();
    for (var left = time.toNanos(); left > 0; left = end - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
  }
}

package io.delaygate.gateway.operations;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;

/** Rate of the last ten seconds. Not thread-safe. */
final class RecentRate {
  private static final long WINDOW_NANOS = TimeUnit.SECONDS.toNanos(10);

  /** Samples a second, so that their number is bounded. */
  private static final long STEP_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

  private final Deque<Sample> samples = new ArrayDeque<>();

  private record Sample(long atNanos, long handled) {}

  /** Number of jobs in a second, with so many handled now. */
  double perSecond(long now, long handled) {
    var last = samples.peekLast();
    if (last == null || now - last.atNanos() >= STEP_NANOS) {
      samples.addLast(new Sample(now, handled));
    }
    while (samples.size() > 1 && now - samples.getFirst().atNanos() > WINDOW_NANOS) {
      samples.removeFirst();
    }
    var first = samples.getFirst();
    var nanos = now - first.atNanos();
    return nanos <= 0
        ? 0
        : (handled - first.handled()) * (double) TimeUnit.SECONDS.toNanos(1) / nanos;
  }
}

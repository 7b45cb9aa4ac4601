package io.delaygate.harness.bench;

import io.delaygate.harness.queues.Connection;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/**
 * Connections that make the same call at the same time, again and again.
 *
 * @param perSecond of all together; 0 = as fast as they are answered
 * @param micros how long answers took
 */
record Calls(int port, Call call, int connections, int perSecond, Histogram micros) {
  Calls(int port, Call call, int connections, int perSecond) {
    this(port, call, connections, perSecond, new ConcurrentHistogram(3));
  }

  /** What is called. */
  record Call(String method, String path, String body) {
    static Call post(String path, String body) {
      return new Call("POST", path, body);
    }
  }

  /** Calls for so long; how many were answered in a second. */
  double perSecond(Duration time) {
    var end = System.nanoTime() + time.toNanos();
    var answered = new AtomicInteger();
    atOnce(connections, i -> call(end, answered));
    return answered.get() * 1_000.0 / time.toMillis();
  }

  /** Each in a thread of its own, until all are through. */
  static void atOnce(int count, IntConsumer work) {
    IntStream.range(0, count)
        .mapToObj(
            i -> CompletableFuture.runAsync(() -> work.accept(i), task -> new Thread(task).start()))
        .toList()
        .forEach(CompletableFuture::join);
  }

  private void call(long end, AtomicInteger answered) {
    var gap = perSecond == 0 ? 0 : 1_000_000_000L * connections / perSecond;
    try (var connection = new Connection(port)) {
      for (var at = System.nanoTime(); System.nanoTime() < end; at += gap) {
        while (System.nanoTime() < at) {
          LockSupport.parkNanos(at - System.nanoTime());
        }
        // from when it should have begun: a slow answer must not hide those behind it
        var start = gap == 0 ? System.nanoTime() : at;
        var status = connection.call(call.method(), call.path(), call.body()).status();
        if (status / 100 != 2) {
          throw new IllegalStateException("the gateway says " + status);
        }
        micros.recordValue((System.nanoTime() - start) / 1_000);
        answered.incrementAndGet();
      }
    }
  }
}

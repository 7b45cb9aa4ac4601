package io.delaygate.harness.bench;

import io.delaygate.harness.queues.Connection;
import java.util.NavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.ToIntFunction;

/** Workers that reserve and finish the jobs of a queue until none is left. Thread-safe. */
final class Consumption {
  /** Measured share of the jobs; the last ones wait for others' reservations. */
  private static final double COUNTED = 0.98;

  private static final int SAMPLE = 100;

  private final int port;
  private final ToIntFunction<Connection> turn;
  private final int jobs;
  private final AtomicInteger finished = new AtomicInteger();
  private final NavigableMap<Integer, Long> finishedAt = new ConcurrentSkipListMap<>();

  /**
   * Prepares workers that have not started.
   *
   * @param turn one round of work; returns how many jobs it finished
   * @param jobs number of jobs in the queue
   */
  Consumption(int port, ToIntFunction<Connection> turn, int jobs) {
    this.port = port;
    this.turn = turn;
    this.jobs = jobs;
  }

  /** Runs one worker on a new connection. */
  void work() {
    try (var connection = new Connection(port)) {
      while (finished.get() < jobs) {
        var done = turn.applyAsInt(connection);
        if (done > 0) {
          note(done);
        }
      }
    }
  }

  private void note(int more) {
    var now = System.nanoTime();
    var all = finished.addAndGet(more);
    if (all / SAMPLE > (all - more) / SAMPLE) {
      finishedAt.put(all, now);
    }
  }

  /** Jobs per second, over the last jobs. */
  double perSecond(int last) {
    var to = finishedAt.floorEntry((int) (jobs * COUNTED));
    var from = finishedAt.floorEntry(jobs - last);
    return (to.getKey() - from.getKey()) * 1e9 / (to.getValue() - from.getValue());
  }
}

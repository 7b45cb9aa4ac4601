package io.delaygate.gateway.handout;

import io.delaygate.schemas.background.Background;
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Looks for queues that nobody has published to yet: a share group that reads a topic of that name
 * would be made by each slip of the pen. All in one thread, so that names cost no more than who
 * waits at them. Thread-safe.
 */
final class Lookout implements AutoCloseable {
  /** How often a queue is looked for. */
  private static final Duration OFTEN = Duration.ofMillis(200);

  /**
   * Where many are looked for, each waits for its turn: what the brokers may be asked about topics
   * is shared with those who publish.
   */
  private static final Duration TURN = Duration.ofMillis(100);

  private final AtomicInteger missing = new AtomicInteger();
  private final ScheduledExecutorService thread = Background.thread("lookout");

  /** Looks until it is there or has ended; the first time at once. */
  void lookFor(QueueHandOut queue) {
    missing.incrementAndGet();
    run(() -> look(queue));
  }

  /** Runs that once it was looked for whoever came before. */
  void run(Runnable task) {
    try {
      thread.execute(task);
    } catch (RejectedExecutionException closed) {
      // who waits is answered by the stop
    }
  }

  private void look(QueueHandOut queue) {
    if (queue.isFound() || !queue.isSought()) {
      missing.decrementAndGet();
      return;
    }
    var pauseMs = Math.max(OFTEN.toMillis(), missing.get() * TURN.toMillis());
    var unused = thread.schedule(() -> look(queue), pauseMs, TimeUnit.MILLISECONDS);
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}

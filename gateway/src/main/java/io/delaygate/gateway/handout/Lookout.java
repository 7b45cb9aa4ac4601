package io.delaygate.gateway.handout;

import io.delaygate.schemas.background.BackgroundFailures;
import io.delaygate.schemas.background.GuardedScheduler;
import java.time.Duration;
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
  private final GuardedScheduler thread;

  /** Looks for none yet. */
  Lookout(BackgroundFailures failures) {
    this.thread = new GuardedScheduler("lookout", failures);
  }

  /** Looks until it is there or has ended; the first time at once. */
  void lookFor(QueueHandOut queue) {
    missing.incrementAndGet();
    thread.repeatUntilDone(this::pause, () -> isOver(queue));
  }

  /** Runs that once it was looked for whoever came before. */
  void run(Runnable task) {
    thread.execute(task);
  }

  private Duration pause() {
    var turns = TURN.multipliedBy(missing.get());
    return turns.compareTo(OFTEN) < 0 ? OFTEN : turns;
  }

  private boolean isOver(QueueHandOut queue) {
    var isOver = queue.isFound() || !queue.isSought();
    if (isOver) {
      missing.decrementAndGet();
    }
    return isOver;
  }

  @Override
  public void close() {
    thread.close();
  }
}

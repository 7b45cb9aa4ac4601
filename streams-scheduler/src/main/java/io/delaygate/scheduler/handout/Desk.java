package io.delaygate.scheduler.handout;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * Where one task is asked for its ready jobs. Any thread asks and waits for nothing; the task's
 * thread takes it from here between two polls.
 */
public final class Desk {
  private final Queue<Reservation> asked = new ConcurrentLinkedQueue<>();
  private final Runnable hurry;
  private volatile boolean isClosed;

  /**
   * A desk where nobody has asked yet.
   *
   * @param hurry tells stream threads that somebody asks; any thread
   */
  public Desk(Runnable hurry) {
    this.hurry = hurry;
  }

  /** Asks for jobs. If the task ends before it looks, all are answered as not reserved. */
  public void ask(List<Reservation> reservations) {
    asked.addAll(reservations);
    hurry.run();
    if (isClosed) { // after they were added: either this or close() sees them
      giveUpAll();
    }
  }

  /** Whether something was asked that the task did not take yet. */
  public boolean isAsked() {
    return !asked.isEmpty();
  }

  /** The task ends. */
  public void close() {
    isClosed = true;
    giveUpAll();
  }

  /** The next that was asked for, null for none. */
  @Nullable Reservation take() {
    return asked.poll();
  }

  private void giveUpAll() {
    for (var next = take(); next != null; next = take()) {
      next.giveUp();
    }
  }
}

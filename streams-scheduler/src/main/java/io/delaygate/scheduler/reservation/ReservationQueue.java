package io.delaygate.scheduler.reservation;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * Queue of the pending reservations of one task: any thread adds them, the task's thread takes
 * them.
 */
public final class ReservationQueue {
  private final Queue<Reservation> pending = new ConcurrentLinkedQueue<>();
  private final Runnable pollSoon;
  private volatile boolean isClosed;

  /**
   * An empty queue.
   *
   * @param pollSoon makes stream threads poll briefly, as something is pending; any thread
   */
  public ReservationQueue(Runnable pollSoon) {
    this.pollSoon = pollSoon;
  }

  /** Adds requests. If the task is closed before it takes them, none of them is reserved. */
  public void add(List<Reservation> reservations) {
    pending.addAll(reservations);
    pollSoon.run();
    if (isClosed) { // after they were added: either this or close() sees them
      cancelAll();
    }
  }

  /** Whether the task has not taken all of them yet. */
  public boolean isPending() {
    return !pending.isEmpty();
  }

  /** The task is closed. */
  public void close() {
    isClosed = true;
    cancelAll();
  }

  /** Takes the oldest request, null for none. */
  @Nullable Reservation poll() {
    return pending.poll();
  }

  private void cancelAll() {
    for (var next = poll(); next != null; next = poll()) {
      next.cancel();
    }
  }
}

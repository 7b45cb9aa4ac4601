package io.delaygate.scheduler.query;

import io.delaygate.scheduler.reservation.ReservationQueue;

/**
 * A task that is active in this process, as queries know it. One that came for the same partition
 * since is another one.
 */
public final class ActiveTask {
  private final int partition;
  private final ReservationQueue reservations;

  /**
   * A task over a restored store.
   *
   * @param reservations that it has to handle
   */
  public ActiveTask(int partition, ReservationQueue reservations) {
    this.partition = partition;
    this.reservations = reservations;
  }

  ReservationQueue reservations() {
    return reservations;
  }

  int partition() {
    return partition;
  }
}

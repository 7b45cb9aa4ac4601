package io.delaygate.scheduler.query;

import io.delaygate.scheduler.reservation.ReservationQueue;

/**
 * Active task of this process, as queries see it. A later task of the same partition is another
 * instance.
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

package io.delaygate.scheduler.query;

import io.delaygate.scheduler.handout.Desk;

/**
 * A task that is active in this process, as queries know it. One that came for the same partition
 * since is another one.
 */
public final class ActiveTask {
  private final int partition;
  private final Desk desk;

  /**
   * A task over a restored store.
   *
   * @param desk where it is asked for ready jobs
   */
  public ActiveTask(int partition, Desk desk) {
    this.partition = partition;
    this.desk = desk;
  }

  Desk desk() {
    return desk;
  }

  int partition() {
    return partition;
  }
}

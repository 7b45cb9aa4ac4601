package io.delaygate.scheduler.query;

/**
 * A task that is active in this process, as queries know it. One that came for the same partition
 * since is another one.
 */
public final class ActiveTask {
  private final int partition;

  /** A task over a restored store. */
  public ActiveTask(int partition) {
    this.partition = partition;
  }

  int partition() {
    return partition;
  }
}

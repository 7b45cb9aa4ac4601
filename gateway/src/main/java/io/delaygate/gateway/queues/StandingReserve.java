package io.delaygate.gateway.queues;

import java.util.List;

/**
 * Standing wish of a worker of this gateway for the jobs of a queue. It costs nothing while no jobs
 * are ready: the next look follows the schedulers' news, or {@link #roomAgain} after jobs had to be
 * left. One reservation is in flight at a time. Thread-safe.
 */
public final class StandingReserve implements JobTaker, AutoCloseable {
  private final Worker worker;
  private final Place place;
  private int claimed;
  private boolean isLeft;
  private boolean isClosed;

  StandingReserve(Worker worker, Place place) {
    this.worker = worker;
    this.place = place;
  }

  /** Place of a standing wish at its queue. */
  interface Place {
    /** Joins the queue, and looks. */
    void join(StandingReserve standing);

    /** Looks at the queue for all that are there. */
    void look();

    /** Leaves the queue. */
    void leave(StandingReserve standing);
  }

  /** Worker with bounded room for jobs. Its methods must not block; they may be called together. */
  public interface Worker {
    /**
     * Claims room for jobs that are about to be reserved.
     *
     * @param most 1 or more
     * @return for how many, 0 to {@code most}
     */
    int claim(int most);

    /**
     * Takes reserved jobs. The rest of the claimed room is free again.
     *
     * @param claimed room that was claimed for them, at least as many
     */
    void take(List<LeasedJob> jobs, int claimed);

    /** Part of its lease that a job must have left when it is taken, milliseconds. */
    long leaseMs();
  }

  /** Begins to reserve jobs. */
  public void begin() {
    place.join(this);
  }

  /** Notes that the worker has room again: jobs that had to be left are reserved now. */
  public void roomAgain() {
    synchronized (this) {
      if (!isLeft || isClosed) {
        return;
      }
      isLeft = false;
    }
    place.look();
  }

  @Override
  public boolean isCaller() {
    return false;
  }

  @Override
  public Long leaseMs() {
    return worker.leaseMs();
  }

  @Override
  public int wants() {
    return 0;
  }

  @Override
  public synchronized int beginReservation(int most, Runnable again) {
    if (isClosed) {
      return 0;
    }
    if (claimed == 0) {
      claimed = worker.claim(most);
      isLeft = claimed == 0;
      return claimed;
    }
    isLeft = true;
    return 0;
  }

  @Override
  public List<LeasedJob> endReservation(List<LeasedJob> jobs, boolean isNoMore) {
    int room;
    synchronized (this) {
      room = claimed;
      claimed = 0;
    }
    worker.take(jobs, room);
    roomAgain();
    return List.of();
  }

  @Override
  public boolean give(LeasedJob held) {
    synchronized (this) {
      if (isClosed) {
        return false;
      }
    }
    if (worker.claim(1) == 0) {
      return false;
    }
    worker.take(List.of(held), 1);
    return true;
  }

  @Override
  public void settle() {
    // a worker takes what it gets at once
  }

  /** Ends it; jobs of a reservation in flight still come. */
  @Override
  public void close() {
    synchronized (this) {
      isClosed = true;
    }
    place.leave(this);
  }
}

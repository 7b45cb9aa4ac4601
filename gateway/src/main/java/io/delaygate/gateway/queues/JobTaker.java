package io.delaygate.gateway.queues;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Taker of reserved jobs of a queue: a pending call, or a worker of this gateway. Thread-safe. */
interface JobTaker {
  /** Whether it is a caller outside this gateway that waits. */
  boolean isCaller();

  /** Wanted length of a lease, milliseconds; null for what each job says. */
  @Nullable Long leaseMs();

  /** Part of its lease that a job with this one must have left, milliseconds. */
  default long leaseMs(long jobsMs) {
    var wanted = leaseMs();
    return wanted == null ? jobsMs : wanted;
  }

  /** Number of jobs that it takes now; 0 when it has ended, or while a reservation is in flight. */
  int wants();

  /**
   * Begins a reservation. Its jobs belong to the taker even if it ends before.
   *
   * @param most how many jobs can be reserved
   * @param again runs after the reservation that is in flight now, if more jobs are wanted then
   * @return how many jobs to reserve; 0 if none, then nothing has begun
   */
  int beginReservation(int most, Runnable again);

  /**
   * Ends a reservation.
   *
   * @param jobs that are reserved
   * @param isNoMore whether no more jobs are ready now
   * @return those of the jobs that it does not take, as it has ended
   */
  List<LeasedJob> endReservation(List<LeasedJob> jobs, boolean isNoMore);

  /** Adds a job that was reserved for another; false if it takes none now. */
  boolean give(LeasedJob held);

  /** No more jobs are ready now. */
  void settle();
}

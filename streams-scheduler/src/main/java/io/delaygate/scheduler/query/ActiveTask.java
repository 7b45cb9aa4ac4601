package io.delaygate.scheduler.query;

import io.delaygate.scheduler.store.Cursor;
import io.delaygate.scheduler.store.JobReader;
import io.delaygate.scheduler.store.JobSnapshot;
import io.delaygate.scheduler.store.JobTable;
import io.delaygate.scheduler.store.LedgerView;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A task that is active in this process, as queries see it. Its thread says when it begins and ends
 * a turn (one command, or one slice of due jobs), and a query that needs jobs and counts to fit
 * waits for the moment between two turns. The lock is fair: else the thread, which takes it again
 * at once, would keep a query waiting as long as there is work. Uncontended it costs some 20 ns.
 */
public final class ActiveTask {
  private final int partition;
  private final JobTable table;
  private final ReentrantLock turn = new ReentrantLock(true);
  private long position = Moment.NOTHING_READ;

  /** A task over a restored table. */
  public ActiveTask(int partition, JobTable table) {
    this.partition = partition;
    this.table = table;
  }

  /** The task's thread begins a turn; {@link #end} must follow, whatever happens. */
  public void begin() {
    turn.lock();
  }

  /**
   * The task's thread takes a command in, in this turn.
   *
   * @param end the offset behind it
   */
  public void readTo(long end) {
    position = end;
  }

  /** The task's thread ends its turn. */
  public void end() {
    turn.unlock();
  }

  int partition() {
    return partition;
  }

  /** Below which nothing is scheduled. */
  Cursor cursor() {
    return table.cursor();
  }

  /**
   * Jobs and counts between two turns. The task's thread is held up while a snapshot is opened and
   * the counts are copied, and by nothing that is done with them.
   *
   * @throws QueryRefusal if the present turn does not end in time
   */
  Moment moment(JobReader jobs, Duration patience) {
    if (!tryBegin(patience)) {
      throw QueryRefusal.unavailable("the task is busy");
    }
    try {
      return new Moment(jobs.ledger(), jobs.snapshot(), position);
    } finally {
      end();
    }
  }

  private boolean tryBegin(Duration patience) {
    try {
      return turn.tryLock(patience.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /**
   * Counts and jobs that fit each other; the snapshot must be closed.
   *
   * @param position the offset of the first command that is not in them, {@link #NOTHING_READ} if
   *     it is not known
   */
  record Moment(LedgerView ledger, JobSnapshot jobs, long position) {
    /** Of a standby, and of a task that has not read a command since it began. */
    static final long NOTHING_READ = -1;
  }
}

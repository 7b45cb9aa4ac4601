package io.delaygate.scheduler.store;

import io.delaygate.schemas.contract.JobId;
import io.delaygate.schemas.job.KnownJob;
import org.jspecify.annotations.Nullable;

/**
 * Read access to the committed jobs of one task, for any thread. Once the store is closed, each
 * call and what it returned before throws {@link
 * org.apache.kafka.streams.errors.InvalidStateStoreException}.
 */
public interface JobReader {
  /** Position of a standby, and of a task that has not committed a command since it began. */
  long NOTHING_READ = -1;

  /** The job of that id, pending or ended, null when there is none. */
  @Nullable KnownJob find(JobId id);

  /** Counts and scan watermarks of this moment. */
  StatisticsView statistics();

  /**
   * The offset of the first command that is not committed, {@link #NOTHING_READ} if it is not
   * known.
   */
  long position();

  /** All jobs of this moment. Must be closed, and soon: it keeps files that could be dropped. */
  JobSnapshot snapshot();

  /**
   * The jobs of a queue, by its topic, that wait for a worker, uncommitted ones included. Must be
   * closed.
   */
  ReadyListing ready(String topic);

  /** Jobs and counts that fit each other. The jobs must be closed. */
  Moment moment();

  /**
   * Jobs and counts of one moment.
   *
   * @param position the offset of the first command that is not in them, {@link #NOTHING_READ} if
   *     it is not known
   */
  record Moment(StatisticsView statistics, JobSnapshot jobs, long position) {}
}

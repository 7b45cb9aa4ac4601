package io.delaygate.scheduler.store;

import io.delaygate.schemas.job.KnownJob;
import io.delaygate.service.query.ListPosition;
import org.jspecify.annotations.Nullable;

/**
 * Listing of jobs of a snapshot in the order of their positions, one look at a time. For one thread
 * at a time. Ends with its snapshot.
 *
 * @param <P> position of a job
 */
public interface SnapshotListing<P extends ListPosition> {
  /** Position of the next job, wanted or not; null when none is left. */
  @Nullable P peek();

  /**
   * Takes the next job.
   *
   * @return null when it is not one that was asked for
   * @throws java.util.NoSuchElementException if none is left
   */
  @Nullable KnownJob take();
}

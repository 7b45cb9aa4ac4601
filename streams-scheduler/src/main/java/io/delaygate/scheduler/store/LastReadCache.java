package io.delaygate.scheduler.store;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Cache of the writer's last read: the job's id and its index entry. Each change follows a read of
 * the same job, so the write that comes next need not read it again to find its old entry. For the
 * writer's thread.
 */
final class LastReadCache {
  private byte @Nullable [] id;
  private @Nullable IndexEntry place;

  /**
   * Takes note of a read or write.
   *
   * @param found null where there is no such job
   */
  void remember(byte[] jobId, @Nullable IndexEntry found) {
    id = jobId;
    place = found;
  }

  boolean knows(byte[] jobId) {
    return Arrays.equals(id, jobId);
  }

  @Nullable IndexEntry place() {
    return place;
  }

  /** The store was changed other than by the writer. */
  void forget() {
    id = null;
    place = null;
  }
}

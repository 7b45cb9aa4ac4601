package io.delaygate.scheduler.store;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The writer's last read: which job, and where it stands. Each change follows a read of the same
 * job, so the write that comes next need not read it again to find its old entry. For the writer's
 * thread.
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

  /** The store changed behind the writer's back. */
  void forget() {
    id = null;
    place = null;
  }
}

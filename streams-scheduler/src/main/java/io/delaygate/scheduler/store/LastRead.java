package io.delaygate.scheduler.store;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The writer's last read: which job, and where it stands. Each change follows a read of the same
 * job, so the write that comes next need not read it again to find its old entry. Reads of other
 * threads are ignored.
 */
final class LastRead {
  private volatile @Nullable Thread writer;
  private byte @Nullable [] id;
  private @Nullable Place place;

  /** The calling thread is the one that writes. */
  void ownedByCaller() {
    writer = Thread.currentThread();
  }

  boolean isOwnedByCaller() {
    return Thread.currentThread().equals(writer);
  }

  /**
   * Takes note of a read or write.
   *
   * @param found null where there is no such job
   */
  void remember(byte[] jobId, @Nullable Place found) {
    if (isOwnedByCaller()) {
      id = jobId;
      place = found;
    }
  }

  boolean knows(byte[] jobId) {
    return isOwnedByCaller() && Arrays.equals(id, jobId);
  }

  @Nullable Place place() {
    return place;
  }

  /** The store changed behind the writer's back, or has no writer any more. */
  void forget() {
    writer = null;
    id = null;
    place = null;
  }
}

package io.delaygate.scheduler.store;

import io.delaygate.schemas.job.Policy;
import java.util.Collections;
import java.util.List;

/**
 * Low watermarks of the timeline of a store, one for each priority: below them no job wakes, and
 * scans skip the tombstones of jobs that are gone.
 *
 * @param wakesMs by priority, the time before which none of its jobs wakes, epoch milliseconds;
 *     {@link Long#MAX_VALUE} where there is no such job
 */
public record ScanWatermarks(List<Long> wakesMs) {
  /** Of a store about which nothing is known. */
  public static final ScanWatermarks START =
      new ScanWatermarks(Collections.nCopies(Policy.LAST + 1, 0L));

  /** An immutable copy. */
  public ScanWatermarks(List<Long> wakesMs) {
    this.wakesMs = List.copyOf(wakesMs);
  }

  /** Before this no job of that priority wakes, epoch milliseconds. */
  public long ms(int priority) {
    return wakesMs.get(priority);
  }

  /** Before this no job wakes, epoch milliseconds. */
  public long firstMs() {
    return Collections.min(wakesMs);
  }
}

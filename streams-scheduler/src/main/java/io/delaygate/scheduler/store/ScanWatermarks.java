package io.delaygate.scheduler.store;

import io.delaygate.schemas.job.Policy;
import java.util.Collections;
import java.util.List;

/**
 * How far nothing lies in the timeline of a store, for each priority by itself: where nobody need
 * look, which spares readers the tombstones of jobs that are gone.
 *
 * @param wakesMs by priority, before when none of its jobs wakes, epoch milliseconds; {@link
 *     Long#MAX_VALUE} where there is no such job
 */
public record ScanWatermarks(List<Long> wakesMs) {
  /** Of a store about which nothing is known. */
  public static final ScanWatermarks START =
      new ScanWatermarks(Collections.nCopies(Policy.LAST + 1, 0L));

  /** A copy that nobody changes. */
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

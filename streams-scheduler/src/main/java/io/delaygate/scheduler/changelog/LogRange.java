package io.delaygate.scheduler.changelog;

import org.jspecify.annotations.Nullable;

/**
 * Offset range of a changelog partition, to check whether it still has the records that a local
 * store continues from.
 *
 * @param start log start offset. Compaction does not change it: it rises only where records are
 *     deleted, by a person or by a limit of time or size
 * @param end offset of the next record
 */
record LogRange(long start, long end) {
  /**
   * Whether the partition lacks records that a store continues from: the last one that the store
   * has, or the one after it.
   *
   * @param last offset of the last record of the store; negative or null if not known
   */
  boolean lacksFrom(@Nullable Long last) {
    return last != null && last >= 0 && (last >= end || last + 1 < start);
  }
}

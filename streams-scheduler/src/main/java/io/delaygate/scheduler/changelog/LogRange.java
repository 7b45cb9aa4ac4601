package io.delaygate.scheduler.changelog;

import org.jspecify.annotations.Nullable;

/**
 * Offsets of a partition of the changelog.
 *
 * @param start offset of the first record that is kept. Compaction leaves it alone: it rises only
 *     where records are deleted, by a person or by a limit of time or size
 * @param end offset of the next record
 */
record LogRange(long start, long end) {
  /**
   * Whether the partition lacks what a store goes on from: a record that the store has, at the end,
   * or the one that follows the last it has.
   *
   * @param last offset of the last record of the store; negative or null where none is known
   */
  boolean lacksFrom(@Nullable Long last) {
    return last != null && last >= 0 && (last >= end || last + 1 < start);
  }
}

package io.delaygate.scheduler.store;

import java.util.Arrays;

/**
 * Position in the order in which jobs are listed: due time, then priority, then the bytes of the
 * id. No two jobs have the same.
 *
 * @param dueMs epoch milliseconds, not negative
 * @param priority 0 is first, 9 last
 * @param id UTF-8
 */
public record DuePosition(long dueMs, int priority, byte[] id) implements Comparable<DuePosition> {
  @Override
  public int compareTo(DuePosition other) {
    if (dueMs != other.dueMs) {
      return Long.compare(dueMs, other.dueMs);
    }
    return priority == other.priority
        ? Arrays.compareUnsigned(id, other.id)
        : Integer.compare(priority, other.priority);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof DuePosition position && compareTo(position) == 0;
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(id) * 31 + Long.hashCode(dueMs);
  }
}

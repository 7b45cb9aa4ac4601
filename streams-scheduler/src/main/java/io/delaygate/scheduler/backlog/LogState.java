package io.delaygate.scheduler.backlog;

/**
 * Offsets of one command log at one moment: the group's position, the last stable offset and the
 * end.
 *
 * @param read position of the group: the first offset that it has not committed as read
 * @param stable last stable offset; {@code read_committed} readers wait here
 * @param end offset that the next record gets
 */
record LogState(long read, long stable, long end) {
  /** Number of unread records; transaction markers are counted as well, as Kafka does. */
  long unread() {
    return Math.max(0, end - read);
  }

  /** Whether a transaction was open at that moment. */
  boolean isBlocked() {
    return stable < end;
  }
}

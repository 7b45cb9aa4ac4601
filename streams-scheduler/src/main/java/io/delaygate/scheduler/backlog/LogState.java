package io.delaygate.scheduler.backlog;

/**
 * Offsets of a partition of commands at one moment.
 *
 * @param read position of the group: the first offset that it has not committed as read
 * @param stable last stable offset: from here on readers of committed records wait
 * @param end offset that the next record gets
 */
record LogState(long read, long stable, long end) {
  /** Records that are not read; the ends of transactions are counted as well, as Kafka does. */
  long unread() {
    return Math.max(0, end - read);
  }

  /** Whether a transaction was open, as far as one moment tells. */
  boolean isBlocked() {
    return stable < end;
  }
}

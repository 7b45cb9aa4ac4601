package io.delaygate.scheduler.backlog;

import org.apache.kafka.common.TopicPartition;

/**
 * Log whose records behind the last stable offset wait for the end of an open transaction.
 *
 * @param offset last stable offset, which is the first offset of the transaction
 * @param since time when that offset was first seen, monotonic nanoseconds; the transaction is
 *     older
 */
record BlockedLog(TopicPartition log, long offset, long since) {
  /** Whether both are the same transaction, whenever each was first seen. */
  boolean isSame(BlockedLog other) {
    return log.equals(other.log) && offset == other.offset;
  }
}

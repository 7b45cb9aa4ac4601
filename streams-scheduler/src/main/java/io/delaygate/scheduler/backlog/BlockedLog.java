package io.delaygate.scheduler.backlog;

import org.apache.kafka.common.TopicPartition;

/**
 * Log behind whose last stable offset records wait for the end of a transaction.
 *
 * @param offset last stable offset, which is the first one of the transaction
 * @param since when it was first seen there, monotonic nanoseconds; the transaction is older
 */
record BlockedLog(TopicPartition log, long offset, long since) {
  /** Whether it is the same transaction, whenever it was seen first. */
  boolean isSame(BlockedLog other) {
    return log.equals(other.log) && offset == other.offset;
  }
}

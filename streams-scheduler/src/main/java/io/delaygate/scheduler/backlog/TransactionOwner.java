package io.delaygate.scheduler.backlog;

import org.jspecify.annotations.Nullable;

/**
 * Owner of a transaction, as far as the brokers tell this scheduler.
 *
 * @param producerId the number that brokers gave it
 * @param transactionalId how it calls itself, fit for a log line; null where that may not be seen
 * @param startMs when the transaction began, epoch milliseconds by its coordinator; 0 if unknown
 */
record TransactionOwner(long producerId, @Nullable String transactionalId, long startMs) {
  /** Ids may have 32 KiB of anything. */
  private static final int SHOWN = 120;

  /** One whose id is cut and made fit for a line. */
  static TransactionOwner of(long producerId, String transactionalId, long startMs) {
    var line = transactionalId.replaceAll("\\p{C}", "?");
    return new TransactionOwner(
        producerId, line.length() > SHOWN ? line.substring(0, SHOWN) + "…" : line, startMs);
  }

  String text() {
    return transactionalId == null ? "producer " + producerId : transactionalId;
  }
}

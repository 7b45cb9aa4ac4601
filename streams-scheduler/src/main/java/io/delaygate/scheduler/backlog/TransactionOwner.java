package io.delaygate.scheduler.backlog;

import org.jspecify.annotations.Nullable;

/**
 * Producer that owns a transaction, as far as the brokers show it to this scheduler.
 *
 * @param producerId producer id that the brokers assigned
 * @param transactionalId its id, fit for a log line; null without the right to see it
 * @param startMs when the transaction began, epoch milliseconds by its coordinator; 0 if unknown
 */
record TransactionOwner(long producerId, @Nullable String transactionalId, long startMs) {
  /** Longest id that is shown; ids may have 32 KiB of any characters. */
  private static final int SHOWN = 120;

  /** Creates an owner whose id is shortened and made fit for a log line. */
  static TransactionOwner of(long producerId, String transactionalId, long startMs) {
    var line = transactionalId.replaceAll("\\p{C}", "?");
    return new TransactionOwner(
        producerId, line.length() > SHOWN ? line.substring(0, SHOWN) + "…" : line, startMs);
  }

  String text() {
    return transactionalId == null ? "producer " + producerId : transactionalId;
  }
}

package io.delaygate.scheduler.backlog;

import java.util.ArrayList;
import java.util.List;

/**
 * Difference between the long transactions that are known and what the brokers tell now. Pure.
 *
 * @param kept still open, or the brokers do not tell; those of partitions that left are in neither
 * @param over have ended
 * @param begun have become old
 */
record TransactionChanges(
    List<BlockingTransaction> kept, List<BlockingTransaction> over, List<BlockedLog> begun) {
  /**
   * The difference.
   *
   * @param now monotonic nanoseconds
   */
  static TransactionChanges of(List<BlockingTransaction> known, BacklogSnapshot latest, long now) {
    var kept = new ArrayList<BlockingTransaction>();
    var over = new ArrayList<BlockingTransaction>();
    for (var one : known) {
      if (latest.isOver(one.blocked(), now)) {
        over.add(one);
      } else if (latest.isOwn(one.blocked().log())) {
        kept.add(one);
      }
    }
    var begun =
        latest.blocked(now).stream()
            .filter(blocked -> BlockingTransaction.isOld(blocked, now))
            .filter(blocked -> kept.stream().noneMatch(one -> one.blocked().isSame(blocked)))
            .toList();
    return new TransactionChanges(List.copyOf(kept), List.copyOf(over), begun);
  }
}

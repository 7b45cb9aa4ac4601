package io.delaygate.scheduler.backlog;

import java.util.ArrayList;
import java.util.List;

/**
 * Difference between the long transactions known before and those that the brokers show now. Pure.
 *
 * @param kept still open, or unknown; those of partitions that left this scheduler are in no list
 * @param over transactions that have ended
 * @param begun transactions that have become old
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

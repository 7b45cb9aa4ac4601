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
record Change(List<OpenTransaction> kept, List<OpenTransaction> over, List<HeldLog> begun) {
  /**
   * The difference.
   *
   * @param now monotonic nanoseconds
   */
  static Change of(List<OpenTransaction> known, Figures latest, long now) {
    var kept = new ArrayList<OpenTransaction>();
    var over = new ArrayList<OpenTransaction>();
    for (var one : known) {
      if (latest.isOver(one.held(), now)) {
        over.add(one);
      } else if (latest.isOwn(one.held().log())) {
        kept.add(one);
      }
    }
    var begun =
        latest.held(now).stream()
            .filter(held -> OpenTransaction.isOld(held, now))
            .filter(held -> kept.stream().noneMatch(one -> one.held().isSame(held)))
            .toList();
    return new Change(List.copyOf(kept), List.copyOf(over), begun);
  }
}

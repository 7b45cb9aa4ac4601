package io.delaygate.scheduler.query;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.delaygate.scheduler.history.Retention;
import io.delaygate.scheduler.store.HistoryCount;
import io.delaygate.scheduler.store.JobSnapshot;

/** JSON of the size of the history of ended jobs, in answers to queries. */
final class HistoryView {
  private static final String HISTORY = "history";

  private HistoryView() {}

  /** Writes the bounds of the history of this instance. */
  static void putBounds(ObjectNode answer, Retention retention) {
    answer
        .putObject(HISTORY)
        .put("retentionMs", retention.length().toMillis())
        .put("maxBytes", retention.maxBytes());
  }

  /**
   * Writes the size of a partition's history, and from when on it has all jobs that ended. Where
   * entries may have been removed for the bound of bytes, that is right after the first one that is
   * left: others of the same millisecond may be gone.
   *
   * @param jobs of the moment of the count
   */
  static void put(
      ObjectNode partition, HistoryCount count, JobSnapshot jobs, Retention retention, long nowMs) {
    var history =
        partition.putObject(HISTORY).put("entries", count.entries()).put("bytes", count.bytes());
    if (retention.isNone()) {
      return;
    }
    var fromMs = Math.max(0, retention.startAt(nowMs));
    var first = retention.mayBeCut(count) ? jobs.firstEndedMs().orElse(-1) : -1;
    history.put("completeFromMs", Math.max(fromMs, first + 1));
  }
}

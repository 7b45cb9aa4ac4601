package io.delaygate.gateway.operations;

import io.delaygate.gateway.http.ProblemException;
import io.delaygate.service.control.ControlView;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Sweep of the records of operations that ended: the newest ones are kept for a day. Each gateway
 * does it, and twice is harmless.
 */
record OperationSweep(OperationParts parts) {
  /** Time for which an operation can be looked at after its end. */
  static final Duration KEPT = Duration.ofDays(1);

  /** Ended operations of a namespace that are kept. */
  static final int KEPT_OF_NAMESPACE = 100;

  /** Ended operations of all namespaces that are kept: about a megabyte of each gateway. */
  static final int KEPT_OF_ALL = 2_000;

  /** A record without its request may be older than the request that is still to be read. */
  private static final Duration ORPHANED = Duration.ofMinutes(10);

  void run() {
    ControlView view;
    try {
      view = parts.known().view();
    } catch (ProblemException notYetRead) {
      return;
    }
    gone(parts.notes().all(), view, parts.known().nowMs()).forEach(parts.writer()::forget);
    var now = parts.surroundings().ticker().getAsLong();
    parts.notes().orphans().stream()
        .filter(one -> now - one.seenAt() > ORPHANED.toNanos())
        .forEach(one -> parts.writer().forget(one.id()));
  }

  /**
   * The operations to forget.
   *
   * @param all newest first
   */
  static Set<OperationId> gone(List<Operation> all, ControlView view, long nowMs) {
    var gone = new HashSet<OperationId>();
    var ended = new HashMap<String, Integer>();
    var kept = 0;
    for (var one : all) {
      var progress = one.progress();
      if (progress == null || !one.isEnded()) {
        continue;
      }
      var namespace = one.id().namespace();
      var isOld = nowMs - progress.mark().atMs() > KEPT.toMillis();
      var isTooMany =
          ended.merge(namespace, 1, Integer::sum) > KEPT_OF_NAMESPACE || kept >= KEPT_OF_ALL;
      if (isOld || isTooMany || !view.has(namespace)) {
        gone.add(one.id());
      } else {
        kept++;
      }
    }
    return gone;
  }
}

package io.delaygate.gateway.jobs;

import io.delaygate.gateway.jobs.BulkChanger.Changed;
import io.delaygate.gateway.jobs.BulkChanger.Target;
import io.delaygate.gateway.operations.PlannedJob;
import io.delaygate.gateway.outcome.CommandResult;
import io.delaygate.schemas.contract.Outcome;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Part of the jobs of an operation, and what became of each.
 *
 * @param fresh whether it is certain that no command for a job was sent before, by its place
 */
record ChangedPart(BulkKind kind, List<PlannedJob> planned, List<Boolean> fresh) {
  /**
   * A part.
   *
   * @param isNew whether it was planned just now, and nothing of it was begun
   */
  static ChangedPart of(BulkKind kind, List<PlannedJob> planned, boolean isNew) {
    return new ChangedPart(
        kind, planned, planned.stream().map(job -> isNew || job.isUnsent()).toList());
  }

  boolean isAnyFresh() {
    return fresh.contains(true);
  }

  /** The jobs as a successor must see them while commands are sent for them. */
  List<PlannedJob> doubtful() {
    return planned.stream().map(job -> new PlannedJob(job.id(), job.version(), false)).toList();
  }

  List<Target> targets() {
    return planned.stream().map(job -> new Target(job.id(), job.version())).toList();
  }

  /** Counts of the jobs that have their outcome. */
  Map<String, Long> counts(List<@Nullable Changed> results) {
    var counts = new LinkedHashMap<String, Long>();
    for (var i = 0; i < results.size(); i++) {
      var one = results.get(i);
      if (one != null && isSettled(one)) {
        counts.merge(outcome(one.answer(), fresh.get(i)), 1L, Long::sum);
      }
    }
    return counts;
  }

  /**
   * Where a command may have been sent before, by a gateway that died, its effect is the outcome. A
   * repeated cancel or discard is answered as the first one. A dead letter that is not one any more
   * was kicked.
   */
  private String outcome(@Nullable CommandResult answer, boolean isFresh) {
    var wasKicked =
        kind == BulkKind.KICK
            && !isFresh
            && answer instanceof CommandResult.Decided decided
            && (decided.outcome() == Outcome.STALE
                || decided.outcome() == Outcome.ALREADY_DELIVERED);
    return wasKicked ? kind.counted() : BulkChanger.OutcomeCounts.name(kind, answer);
  }

  /** The jobs without an outcome. */
  List<PlannedJob> left(List<@Nullable Changed> results) {
    return left(results, planned.size());
  }

  /** The same when nothing more is begun: those for which no command was sent are marked. */
  List<PlannedJob> leftAtEnd(List<@Nullable Changed> results, int begun) {
    return left(results, begun);
  }

  private List<PlannedJob> left(List<@Nullable Changed> results, int begun) {
    var left = new ArrayList<PlannedJob>();
    IntStream.range(0, planned.size())
        .forEach(
            i -> {
              var one = results.get(i);
              if (one == null || !isSettled(one)) {
                var isSent = i < begun && (one == null || one.answer() != null);
                var job = planned.get(i);
                left.add(new PlannedJob(job.id(), job.version(), fresh.get(i) && !isSent));
              }
            });
    return left;
  }

  /** Why a job has no outcome; null if all have one. */
  @Nullable String obstacle(List<@Nullable Changed> results) {
    for (var one : results) {
      if (one != null && !isSettled(one) && one.http().problem() != null) {
        return one.http().problem().detail();
      }
    }
    return null;
  }

  private static boolean isSettled(Changed one) {
    return one.answer() instanceof CommandResult.Decided
        || (one.answer() == null && one.isHandled());
  }
}

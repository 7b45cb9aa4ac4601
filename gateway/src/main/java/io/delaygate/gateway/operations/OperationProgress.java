package io.delaygate.gateway.operations;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Progress of an operation: counts, and where to go on. Counts and plan are of one moment, so that
 * no job is counted twice or not at all after a take-over.
 *
 * @param mark of the record
 * @param total how many there were at the start; null when that cannot be counted
 * @param counts of handled jobs by outcome, in their order
 * @param place where to go on
 */
public record OperationProgress(
    Mark mark,
    @Nullable Long total,
    Map<String, Long> counts,
    OperationPlace place,
    Condition condition) {
  private static final String UNANSWERED = "unanswered";

  /** Makes an immutable copy. */
  public OperationProgress {
    counts = Collections.unmodifiableMap(new LinkedHashMap<>(counts));
  }

  /**
   * Mark of a record.
   *
   * @param token of the owner that made it
   * @param number among the records of its owner
   * @param atMs when it was made, epoch milliseconds
   * @param perSecond rate of the last ten seconds
   */
  record Mark(String token, long number, long atMs, double perSecond) {}

  /**
   * Condition of an operation.
   *
   * @param end how it ended; null while it has not
   * @param isReleased whether its owner gave it back
   * @param waiting why it does not go on now; null if it does
   * @param error last failure; null for none
   */
  record Condition(
      @Nullable OperationState end,
      boolean isReleased,
      @Nullable String waiting,
      @Nullable String error) {
    /** Longest text of a failure or obstacle. */
    private static final int TEXT_CHARS = 500;

    static final Condition GOOD = new Condition(null, false, null, null);

    /** Cuts its texts. */
    Condition {
      waiting = cut(waiting);
      error = cut(error);
    }

    private static @Nullable String cut(@Nullable String text) {
      return text == null || text.length() <= TEXT_CHARS ? text : text.substring(0, TEXT_CHARS);
    }
  }

  /** Progress of an operation that was never run, under a new owner. */
  static OperationProgress none(String token) {
    return new OperationProgress(
        new Mark(token, 0, 0, 0), null, Map.of(), OperationPlace.BEGIN, Condition.GOOD);
  }

  /** The same under a new owner. */
  OperationProgress by(String owner) {
    return with(new Mark(owner, 0, mark.atMs(), 0))
        .with(new Condition(condition.end(), false, null, condition.error()));
  }

  /** The same in a record of that number. */
  OperationProgress recorded(long number, long nowMs, double rate) {
    return with(new Mark(mark.token(), number, nowMs, rate));
  }

  /** The same with the number of jobs that there were at the start. */
  OperationProgress counted(@Nullable Long jobs) {
    return new OperationProgress(mark, jobs, counts, place, condition);
  }

  /** The same at another place. */
  public OperationProgress at(OperationPlace other) {
    return new OperationProgress(mark, total, counts, other, condition);
  }

  /**
   * The same with more counts.
   *
   * @param left what is left of the plan
   */
  public OperationProgress handled(Map<String, Long> more, List<PlannedJob> left) {
    var all = new LinkedHashMap<>(counts);
    more.forEach((name, count) -> all.merge(name, count, Long::sum));
    var waiting = more.isEmpty() ? condition.waiting() : null;
    return new OperationProgress(
        mark, total, all, place.with(left), new Condition(null, false, waiting, condition.error()));
  }

  /** The same with a reason why it does not go on; null if it does. */
  OperationProgress waitingFor(@Nullable String why) {
    return with(new Condition(null, false, why, condition.error()));
  }

  /** The same with a failure. */
  public OperationProgress failing(String failure) {
    return with(new Condition(condition.end(), false, condition.waiting(), failure));
  }

  /** The same, given back. */
  OperationProgress released() {
    return with(new Condition(null, true, null, condition.error()));
  }

  /** The end; planned jobs count as unanswered, as they may have been changed. */
  OperationProgress ended(OperationState how) {
    var all = new LinkedHashMap<>(counts);
    var open = place.planned().stream().filter(job -> !job.isUnsent()).count();
    if (open > 0) {
      all.merge(UNANSWERED, open, Long::sum);
    }
    var end = new OperationPlace(null, place.isLast(), List.of());
    return new OperationProgress(
        mark, total, all, end, new Condition(how, false, null, condition.error()));
  }

  /** Number of jobs or commands that have their outcome. */
  public long handled() {
    return counts.values().stream().mapToLong(Long::longValue).sum();
  }

  private OperationProgress with(Mark other) {
    return new OperationProgress(other, total, counts, place, condition);
  }

  private OperationProgress with(Condition other) {
    return new OperationProgress(mark, total, counts, place, other);
  }
}

package io.delaygate.schemas.job;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The deliveries of an acknowledged job so far.
 *
 * @param number of the last one that counts; 0 before the first
 * @param firstDeliveredMs when the first one was, epoch milliseconds; 0 before it
 * @param lease the version that the job got with the lease that runs, or ran last; 0 before the
 *     first
 * @param log the last {@value #LOGGED}, oldest first, those before a kick included
 */
public record Attempts(int number, long firstDeliveredMs, long lease, List<Attempt> log) {
  /** What someone wants to see of a job that keeps failing; each takes some 30 to 300 bytes. */
  public static final int LOGGED = 20;

  /** Of a job that was never delivered. */
  public static final Attempts NONE = new Attempts(0, 0, 0, List.of());

  /** Copies the list. */
  public Attempts(int number, long firstDeliveredMs, long lease, List<Attempt> log) {
    this.number = number;
    this.firstDeliveredMs = firstDeliveredMs;
    this.lease = lease;
    this.log = List.copyOf(log);
  }

  /** What the worker said of the last attempt that it spoke of; null when it never did. */
  public @Nullable String lastFailure() {
    for (var i = log.size() - 1; i >= 0; i--) {
      var failure = log.get(i).failure();
      if (failure != null) {
        return failure;
      }
    }
    return null;
  }

  /**
   * One has been delivered, with the lease of this version: the next one, or that which is still
   * under way once more.
   */
  Attempts delivered(long version, long nowMs) {
    if (isUnderWay()) {
      return new Attempts(number, firstDeliveredMs, version, log);
    }
    var next = number + 1;
    var all = new ArrayList<>(log.subList(Math.max(0, log.size() + 1 - LOGGED), log.size()));
    all.add(Attempt.delivered(next, nowMs));
    return new Attempts(next, firstDeliveredMs == 0 ? nowMs : firstDeliveredMs, version, all);
  }

  /** A worker has the last one, by the lease of this version. */
  Attempts reserved(long version, long nowMs) {
    return new Attempts(number, firstDeliveredMs, version, withLast(last().reserved(nowMs)));
  }

  /** The one under way has ended; nothing changes if none is. */
  Attempts ended(AttemptEnd how, @Nullable String failure, long nowMs) {
    return isUnderWay()
        ? new Attempts(number, firstDeliveredMs, lease, withLast(last().ended(how, failure, nowMs)))
        : this;
  }

  /** The one under way has ended and does not count, so that the next one has its number. */
  Attempts handedBack(long nowMs) {
    var ended = ended(AttemptEnd.HANDED_BACK, null, nowMs);
    return new Attempts(number - 1, firstDeliveredMs, lease, ended.log);
  }

  /** Counts from 1 again. */
  Attempts begunAnew() {
    return new Attempts(0, firstDeliveredMs, lease, log);
  }

  /** Whether the last one was delivered and has not ended. */
  boolean isUnderWay() {
    return !log.isEmpty() && last().end() == null;
  }

  /** How long ago the one under way was delivered first, milliseconds; 0 when none is. */
  public long underWayForMs(long nowMs) {
    return isUnderWay() ? Math.max(0, nowMs - last().deliveredMs()) : 0;
  }

  private Attempt last() {
    return log.get(log.size() - 1);
  }

  private List<Attempt> withLast(Attempt changed) {
    var all = new ArrayList<>(log);
    all.set(all.size() - 1, changed);
    return all;
  }
}

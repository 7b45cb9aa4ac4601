package io.delaygate.schemas.job;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Deliveries of an acknowledged job so far.
 *
 * @param number number of the last attempt that counts; 0 before the first. The largest int is not
 *     passed, which a job without a limit of attempts would reach after a month of immediate ones
 * @param firstDeliveredMs time of the first delivery, epoch milliseconds; 0 before it
 * @param lease version of the job at the current or last lease; 0 before the first
 * @param log the last {@value #LOGGED} attempts, oldest first, including those before a kick
 */
public record Attempts(int number, long firstDeliveredMs, long lease, List<Attempt> log) {
  /** Enough to understand a job that keeps failing; each entry takes about 30 to 300 bytes. */
  public static final int LOGGED = 20;

  /** Attempts of a job that was never delivered. */
  public static final Attempts NONE = new Attempts(0, 0, 0, List.of());

  /** Copies the list. */
  public Attempts(int number, long firstDeliveredMs, long lease, List<Attempt> log) {
    this.number = number;
    this.firstDeliveredMs = firstDeliveredMs;
    this.lease = lease;
    this.log = List.copyOf(log);
  }

  /** The last failure that a worker reported; null if there is none. */
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
   * Adds a delivery with the lease of this version: the next attempt, or the one in progress again.
   */
  Attempts delivered(long version, long nowMs) {
    if (isUnderWay()) {
      return new Attempts(number, firstDeliveredMs, version, log);
    }
    var next = number == Integer.MAX_VALUE ? number : number + 1;
    var all = new ArrayList<>(log.subList(Math.max(0, log.size() + 1 - LOGGED), log.size()));
    all.add(Attempt.delivered(next, nowMs));
    return new Attempts(next, firstDeliveredMs == 0 ? nowMs : firstDeliveredMs, version, all);
  }

  /** Marks the last attempt as reserved, with the lease of this version. */
  Attempts reserved(long version, long nowMs) {
    return new Attempts(number, firstDeliveredMs, version, withLast(last().reserved(nowMs)));
  }

  /**
   * Ends the attempt in progress; without one nothing changes.
   *
   * @param text failure or note of the worker; null for none
   */
  Attempts ended(AttemptEnd how, @Nullable String text, long nowMs) {
    return isUnderWay()
        ? new Attempts(number, firstDeliveredMs, lease, withLast(last().ended(how, text, nowMs)))
        : this;
  }

  /** Ends the attempt in progress without counting it, so that the next one has its number. */
  Attempts handedBack(long nowMs) {
    var ended = ended(AttemptEnd.HANDED_BACK, null, nowMs);
    return new Attempts(number - 1, firstDeliveredMs, lease, ended.log);
  }

  /** Counts from 1 again. */
  Attempts begunAnew() {
    return new Attempts(0, firstDeliveredMs, lease, log);
  }

  /** Whether the last attempt was delivered and has not ended. */
  boolean isUnderWay() {
    return !log.isEmpty() && last().end() == null;
  }

  /** Time since the first delivery of the attempt in progress, milliseconds; 0 without one. */
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

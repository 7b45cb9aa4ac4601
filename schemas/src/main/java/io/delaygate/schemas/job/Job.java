package io.delaygate.schemas.job;

import io.delaygate.schemas.contract.JobId;
import org.jspecify.annotations.Nullable;

/**
 * One delayed message as the scheduler keeps it.
 *
 * @param id unique; the same id means the same job
 * @param state where it is in its life
 * @param version 1 when scheduled, one more with each change
 * @param times when it was scheduled, is due, and needs attention next
 * @param attempts how it was delivered so far
 * @param death why it is {@link JobState#DEAD}; null in every other state
 * @param waiting why it is {@link JobState#PARKED}; null in every other state, and for a job that
 *     was parked by a version that did not keep it
 */
public record Job(
    JobId id,
    JobState state,
    long version,
    JobTimes times,
    Target target,
    Payload payload,
    Policy policy,
    Attempts attempts,
    @Nullable Death death,
    @Nullable Waiting waiting)
    implements KnownJob {

  /** Drops the reason to wait of a job that does not wait. */
  public Job {
    waiting = state == JobState.PARKED ? waiting : null;
  }

  /** A new job. */
  public static Job scheduled(
      JobId id, JobTimes times, Target target, Payload payload, Policy policy) {
    return new Job(
        id, JobState.SCHEDULED, 1, times, target, payload, policy, Attempts.NONE, null, null);
  }

  /**
   * This job in the place of another of the same id, whose version it follows. Nor was it created
   * earlier, whatever the clock says: {@link #lease} relies on both.
   */
  public Job succeeding(Job replaced) {
    return succeeding(replaced.version + 1, replaced.times.createdMs());
  }

  /**
   * This job after another of the same id, which ended. Two that come in one millisecond, as when a
   * backlog is caught up with, must not have the same leases: it was created later.
   */
  public Job succeeding(EndedJob ended) {
    return succeeding(version, ended.createdMs() + 1);
  }

  private Job succeeding(long newVersion, long createdMs) {
    var newTimes = times.createdNoSoonerThan(createdMs);
    return new Job(
        id, state, newVersion, newTimes, target, payload, policy, attempts, death, waiting);
  }

  /**
   * Why it is a dead letter.
   *
   * @throws IllegalStateException if it is none
   */
  public Death died() {
    if (death == null) {
      throw new IllegalStateException("the job is " + state);
    }
    return death;
  }

  /** Whether its delivery is to be confirmed. */
  public boolean isAcknowledged() {
    return policy.retry() != null;
  }

  /** Whether it may be delivered once more. */
  public boolean hasAttemptLeft() {
    var retry = policy.retry();
    return retry == null || attempts.number() < retry.maxAttempts();
  }

  /**
   * What whoever speaks for the attempt that is under way has to know; no two leases of one id are
   * the same, even of jobs that came one after the other, as long as history knows them.
   */
  public String lease() {
    return lease(times.createdMs(), attempts);
  }

  static String lease(long createdMs, Attempts attempts) {
    return Long.toString(createdMs, Character.MAX_RADIX) + "-" + attempts.lease();
  }

  /** The times that this job would have if it were due at another time, epoch milliseconds. */
  public JobTimes times(long dueMs) {
    return times.dueAt(dueMs);
  }

  /** The same job, due at another time; takes it from its worker or its parking place. */
  public Job dueAt(long dueMs, long nowMs) {
    return changed(payload, times(dueMs), nowMs);
  }

  /** The same job with another payload and other times; unchanged times leave it where it is. */
  public Job changed(Payload newPayload, JobTimes newTimes, long nowMs) {
    var moved = !newTimes.equals(times);
    return new Job(
        id,
        moved ? JobState.SCHEDULED : state,
        version + 1,
        newTimes,
        target,
        newPayload,
        policy,
        moved ? attempts.ended(AttemptEnd.WITHDRAWN, null, nowMs) : attempts,
        death,
        waiting);
  }

  /**
   * The same job, waiting for its target.
   *
   * @param untilMs when the wait ends at the latest, epoch milliseconds
   * @param why it waits, null where nobody is told
   */
  public Job parked(long untilMs, @Nullable Waiting why) {
    return new Job(
        id,
        JobState.PARKED,
        version + 1,
        times.wakeAt(untilMs),
        target,
        payload,
        policy,
        attempts,
        death,
        why);
  }

  /**
   * The same job, delivered: its next attempt, or the same once more if nobody reserved it, which
   * is due when it is done.
   *
   * @param untilMs when somebody must have spoken for it, epoch milliseconds
   */
  public Job delivered(long nowMs, long untilMs) {
    var due = attempts.isUnderWay() ? times.dueAt(nowMs) : times;
    var now = attempts.delivered(version + 1, nowMs);
    return next(JobState.READY, due.leasedUntil(untilMs), now);
  }

  /**
   * The same job, ready in its queue, from which the scheduler hands it out: its next attempt, or
   * the same once more. It waits there until it expires, in the order of due times.
   */
  public Job offered(long nowMs) {
    var now = attempts.delivered(version + 1, nowMs);
    return next(JobState.READY, times.wakeAt(JobTimes.NEVER), now);
  }

  /** The same job in the hands of one worker. */
  public Job reserved(long nowMs, long untilMs) {
    var now = attempts.reserved(version + 1, nowMs);
    return next(JobState.RESERVED, times.leasedUntil(untilMs), now);
  }

  /** The same job with more time for its worker, or less. */
  public Job extended(long untilMs) {
    return next(state, times.leasedUntil(untilMs), attempts);
  }

  /**
   * The same job, its attempt over, and due again.
   *
   * @param failure what the worker said, null for nothing
   */
  public Job retried(long dueMs, AttemptEnd end, @Nullable String failure, long nowMs) {
    return next(JobState.SCHEDULED, times.dueAt(dueMs), attempts.ended(end, failure, nowMs));
  }

  /** The same job, which is reserved, due now, as if it had not been delivered this time. */
  public Job handedBack(long nowMs) {
    return next(JobState.SCHEDULED, times.dueAt(nowMs), attempts.handedBack(nowMs));
  }

  /**
   * The same job as a dead letter.
   *
   * @param end of the attempt that is under way, if there is one
   * @param failure what the worker said, null for nothing
   */
  public Job dead(Death why, AttemptEnd end, @Nullable String failure, long nowMs) {
    return new Job(
        id,
        JobState.DEAD,
        version + 1,
        times.wakeAt(nowMs),
        target,
        payload,
        policy,
        attempts.ended(end, failure, nowMs),
        why,
        null);
  }

  /**
   * The same job brought back from the dead letters: due now, with all its attempts.
   *
   * @param maxAttempts how many these are; null for as many as before
   * @param expiresMs epoch milliseconds; {@link JobTimes#NEVER} for none
   */
  public Job kicked(long nowMs, @Nullable Integer maxAttempts, long expiresMs) {
    return new Job(
        id,
        JobState.SCHEDULED,
        version + 1,
        times.dueAt(nowMs).expiring(expiresMs),
        target,
        payload,
        maxAttempts == null ? policy : policy.withMaxAttempts(maxAttempts),
        attempts.begunAnew(),
        null,
        null);
  }

  private Job next(JobState newState, JobTimes newTimes, Attempts newAttempts) {
    return new Job(
        id, newState, version + 1, newTimes, target, payload, policy, newAttempts, death, waiting);
  }
}

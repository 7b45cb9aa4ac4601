package io.delaygate.schemas.job;

import io.delaygate.schemas.contract.JobId;
import org.jspecify.annotations.Nullable;

/**
 * Delayed message, as the scheduler stores it.
 *
 * @param id unique; the same id means the same job
 * @param state its state
 * @param version 1 when scheduled, one more with each change
 * @param times when it was scheduled, is due, and needs attention next
 * @param attempts its deliveries so far
 * @param death why it is {@link JobState#DEAD}; null in every other state
 * @param waiting why it is {@link JobState#PARKED}; null in every other state, and for a job that
 *     was parked by a version that did not keep it
 * @param leads whether it came to its turn, and the later jobs of its sequence wait until it ends
 * @param changes that it keeps of itself, for its timeline
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
    @Nullable DeadLetterReason death,
    @Nullable ParkingReason waiting,
    boolean leads,
    JobChanges changes)
    implements KnownJob {

  /**
   * Drops the reason for waiting unless the job is parked. A scheduled job leads where it is due
   * again; in the other states it leads if it is of a sequence, but while it waits for its turn.
   */
  public Job {
    waiting = state == JobState.PARKED ? waiting : null;
    leads =
        switch (state) {
          case SCHEDULED -> leads;
          case READY, RESERVED -> id.tag() != null;
          case PARKED -> id.tag() != null && (waiting == null || !waiting.isTurn());
          case DEAD -> false;
        };
  }

  /** A new job. */
  public static Job scheduled(
      JobId id, JobTimes times, Target target, Payload payload, Policy policy) {
    return new Job(
        id,
        JobState.SCHEDULED,
        1,
        times,
        target,
        payload,
        policy,
        Attempts.NONE,
        null,
        null,
        false,
        JobChanges.NONE);
  }

  /**
   * This job as the replacement of another of the same id. Its version follows, and its creation
   * time is later, whatever the clock says: id and creation time tell two jobs of one millisecond
   * apart, as in a backlog. {@link #lease} relies on that, and so do receivers of calls.
   */
  public Job succeeding(Job replaced) {
    var createdMs = replaced.times.createdMs();
    return succeeding(replaced.version + 1, createdMs, replaced.changes.begun(createdMs));
  }

  /** This job after an ended one of the same id. Its creation time is later, as above. */
  public Job succeeding(EndedJob ended) {
    return succeeding(version, ended.createdMs(), changes);
  }

  private Job succeeding(long newVersion, long formerMs, JobChanges newChanges) {
    var newTimes = times.createdNoSoonerThan(formerMs + 1);
    return new Job(
        id,
        state,
        newVersion,
        newTimes,
        target,
        payload,
        policy,
        attempts,
        death,
        waiting,
        leads,
        newChanges);
  }

  /**
   * The reason why it is a dead letter.
   *
   * @throws IllegalStateException if it is not a dead letter
   */
  public DeadLetterReason died() {
    if (death == null) {
      throw new IllegalStateException("the job is " + state);
    }
    return death;
  }

  /** Whether it waits for its turn in its sequence. */
  public boolean isWaitingForTurn() {
    return waiting != null && waiting.isTurn();
  }

  /** Whether a worker has to confirm its delivery. */
  public boolean isAcknowledged() {
    return policy.retry() != null;
  }

  /** Whether it may be delivered once more. */
  public boolean hasAttemptLeft() {
    var retry = policy.retry();
    return retry == null || retry.isAnyAfter(attempts.number());
  }

  /**
   * The lease that a worker must name to report on the attempt in progress. No two leases of one id
   * are the same, even of successive jobs, as long as they are in history.
   */
  public String lease() {
    return lease(times.createdMs(), attempts);
  }

  static String lease(long createdMs, Attempts attempts) {
    return Long.toString(createdMs, Character.MAX_RADIX) + "-" + attempts.lease();
  }

  /** The same job with one more change to keep; it is not a change of the job itself. */
  public Job noting(JobChange change) {
    var noted = changes.and(change);
    return noted.equals(changes) // most jobs keep none
        ? this
        : new Job(
            id, state, version, times, target, payload, policy, attempts, death, waiting, leads,
            noted);
  }

  /** The times of this job with another due time, epoch milliseconds. */
  public JobTimes times(long dueMs) {
    return times.dueAt(dueMs);
  }

  /** The same job, due at another time; ends its attempt or its parking. */
  public Job dueAt(long dueMs, long nowMs) {
    return changed(payload, times(dueMs), nowMs);
  }

  /**
   * The same job with another payload and other times; unchanged times leave it where it is. One
   * that is due now keeps its turn.
   */
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
        waiting,
        leads && (!moved || newTimes.dueMs() <= nowMs),
        changes);
  }

  /**
   * The same job with another target, as part of a change. It is due there at its time, also where
   * it was parked, ready or reserved before, and joins the sequence of its tag there as if it were
   * new.
   *
   * @param newPolicy its policy there
   */
  public Job movedTo(Target newTarget, Policy newPolicy, long nowMs) {
    return new Job(
        id,
        JobState.SCHEDULED,
        version,
        times.dueAt(times.dueMs()),
        newTarget,
        payload,
        newPolicy,
        attempts.ended(AttemptEnd.WITHDRAWN, null, nowMs),
        death,
        null,
        false,
        changes);
  }

  /**
   * The same job, waiting for its target, or for its turn.
   *
   * @param untilMs when the wait ends at the latest, epoch milliseconds
   * @param why it waits; null if that is not recorded
   */
  public Job parked(long untilMs, @Nullable ParkingReason why) {
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
        why,
        leads,
        changes);
  }

  /**
   * The same job, delivered: its next attempt, or the one in progress again, which then becomes due
   * now.
   *
   * @param untilMs end of the lease, epoch milliseconds
   */
  public Job delivered(long nowMs, long untilMs) {
    var due = attempts.isUnderWay() ? times.dueAt(nowMs) : times;
    var now = attempts.delivered(version + 1, nowMs);
    return next(JobState.READY, due.leasedUntil(untilMs), now);
  }

  /**
   * The same job, ready in its queue, from which the scheduler dispatches it: its next attempt, or
   * the one in progress again. It waits there, in the order of due times, until it expires.
   */
  public Job offered(long nowMs) {
    var now = attempts.delivered(version + 1, nowMs);
    return next(JobState.READY, times.wakeAt(JobTimes.NEVER), now);
  }

  /** The same job, reserved by one worker. */
  public Job reserved(long nowMs, long untilMs) {
    var now = attempts.reserved(version + 1, nowMs);
    return next(JobState.RESERVED, times.leasedUntil(untilMs), now);
  }

  /** The same job with another end of its lease. */
  public Job extended(long untilMs) {
    return next(state, times.leasedUntil(untilMs), attempts);
  }

  /**
   * The same job, its attempt ended, and due again.
   *
   * @param failure text of the worker, null for none
   */
  public Job retried(long dueMs, AttemptEnd end, @Nullable String failure, long nowMs) {
    return next(JobState.SCHEDULED, times.dueAt(dueMs), attempts.ended(end, failure, nowMs));
  }

  /** The same reserved job, due now, as if this attempt had not been delivered. */
  public Job handedBack(long nowMs) {
    return next(JobState.SCHEDULED, times.dueAt(nowMs), attempts.handedBack(nowMs));
  }

  /**
   * The same job as a dead letter.
   *
   * @param end end of the attempt in progress, if there is one
   * @param failure text of the worker, null for none
   */
  public Job dead(DeadLetterReason why, AttemptEnd end, @Nullable String failure, long nowMs) {
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
        null,
        false,
        changes);
  }

  /**
   * The same job brought back from the dead letters, with all its attempts.
   *
   * @param dueMs when it is due, epoch milliseconds
   * @param maxAttempts new number of attempts; null keeps it
   * @param expiresMs epoch milliseconds; {@link JobTimes#NEVER} for none
   */
  public Job kicked(long dueMs, @Nullable Integer maxAttempts, long expiresMs) {
    return new Job(
        id,
        JobState.SCHEDULED,
        version + 1,
        times.dueAt(dueMs).expiring(expiresMs),
        target,
        payload,
        maxAttempts == null ? policy : policy.withMaxAttempts(maxAttempts),
        attempts.begunAnew(),
        null,
        null,
        false,
        changes);
  }

  private Job next(JobState newState, JobTimes newTimes, Attempts newAttempts) {
    return new Job(
        id,
        newState,
        version + 1,
        newTimes,
        target,
        payload,
        policy,
        newAttempts,
        death,
        waiting,
        leads,
        changes);
  }
}

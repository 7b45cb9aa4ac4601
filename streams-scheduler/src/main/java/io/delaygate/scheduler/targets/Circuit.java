package io.delaygate.scheduler.targets;

import io.delaygate.schemas.contract.ReasonCode;

/**
 * Circuit breaker state of one refused partition or job: when it may be tried again. Pauses grow
 * while refusals follow each other within {@link #MEMORY_MS}, whatever was accepted in between, so
 * that a target that refuses half of the time disturbs other targets ever less.
 *
 * <p>Not thread-safe: guarded by its breaker.
 */
final class Circuit {
  /** A refused record costs its whole transaction a roll-back; a trial costs nothing. */
  static final long FIRST_PAUSE_MS = 500;

  /** Jobs arrive within 10 s after their target is mended: a pause, a trial, a delivery. */
  static final long LONGEST_PAUSE_MS = 5_000;

  /**
   * Pause after an error that no trial shows: each try costs a roll-back; jobs still arrive in 10
   * s.
   */
  static final long BLIND_PAUSE_MS = 8_000;

  /** Longer than any pause, so that they grow; short enough to forget yesterday's outage. */
  static final long MEMORY_MS = 60_000;

  /** A trial without a verdict counts as over by then; each has a limit well below. */
  private static final long TRIAL_MS = 15_000;

  private ReasonCode reason;
  private String text;
  private long sinceMs;
  private long pauseMs;
  private long refusedMs;
  private long nextTryMs;
  private long trialUntilMs;
  private boolean ridesAlone;
  private State state = State.OPEN;

  /** Whether records may pass. */
  enum State {
    /** Nothing passes until a trial was accepted. */
    OPEN,
    /** A trial was accepted: records pass, and the first commit closes it. */
    HALF_OPEN,
    /** Records pass; the last pause is remembered, so that the next one is longer. */
    CLOSED
  }

  Circuit(ReasonCode reason, String text, long nowMs) {
    this.reason = reason;
    this.text = text;
    this.sinceMs = nowMs;
  }

  /** It was refused. */
  void refuse(ReasonCode why, String words, long firstPauseMs, long nowMs) {
    var isRemembered = pauseMs > 0 && nowMs - refusedMs < MEMORY_MS;
    pauseMs = isRemembered ? Math.max(firstPauseMs, grown()) : Math.max(1, firstPauseMs);
    sinceMs = state == State.CLOSED ? nowMs : sinceMs;
    refusedMs = nowMs;
    nextTryMs = nowMs + (isRemembered ? pauseMs : firstPauseMs);
    trialUntilMs = 0;
    reason = why;
    text = words;
    state = State.OPEN;
  }

  /** It is a suspect: its records pass in transactions without those of other suspects. */
  void rideAlone(long nowMs) {
    refusedMs = nowMs;
    ridesAlone = true;
    state = state == State.OPEN && pauseMs > 0 ? state : State.HALF_OPEN;
  }

  boolean ridesAlone() {
    return ridesAlone;
  }

  private long grown() {
    return Math.min(LONGEST_PAUSE_MS, Math.max(FIRST_PAUSE_MS, 2 * pauseMs));
  }

  void halfOpen() {
    trialUntilMs = 0;
    state = State.HALF_OPEN;
  }

  void close() {
    ridesAlone = false;
    state = State.CLOSED;
  }

  /** A trial ended without a verdict: the next one may follow after the same pause. */
  void postpone(long nowMs) {
    trialUntilMs = 0;
    nextTryMs = nowMs + Math.max(FIRST_PAUSE_MS, pauseMs);
  }

  /** Takes note that a trial runs, unless one does. */
  boolean takeTrial(long nowMs) {
    if (state != State.OPEN || nowMs < nextTryMs || nowMs < trialUntilMs) {
      return false;
    }
    trialUntilMs = nowMs + TRIAL_MS;
    return true;
  }

  boolean isTrialDue(long nowMs) {
    return state == State.OPEN && nowMs >= nextTryMs && nowMs >= trialUntilMs;
  }

  boolean isForgotten(long nowMs) {
    return state == State.CLOSED && nowMs - refusedMs >= MEMORY_MS;
  }

  State state() {
    return state;
  }

  Obstacle obstacle() {
    return new Obstacle(reason, text, sinceMs, nextTryMs);
  }
}

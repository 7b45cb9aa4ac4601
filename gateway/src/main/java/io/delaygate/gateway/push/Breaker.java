package io.delaygate.gateway.push;

import io.delaygate.gateway.push.CallEnd.Answered;
import io.delaygate.gateway.push.CallEnd.Failed;
import io.delaygate.gateway.push.CallEnd.Kind;
import org.eclipse.jetty.http.HttpStatus;

/**
 * Circuit breaker of an endpoint. After {@value #FAILURES} failures in a row it opens, and no call
 * is made for a pause; then one call is let through, which closes it, or opens it again for twice
 * the pause. Jobs wait in the meantime and lose no attempts.
 *
 * <p>Immutable. Times are milliseconds of a monotonic clock.
 *
 * @param failures in a row while it is closed
 * @param pauseMs the pause that it is open for; 0 while it is closed
 * @param untilMs end of the pause
 * @param probing whether the call that decides is in flight
 */
public record Breaker(int failures, long pauseMs, long untilMs, boolean probing) {
  /** More than a hiccup of one server behind a load balancer, and few enough to spare attempts. */
  static final int FAILURES = 5;

  /** A restart of an endpoint takes seconds: the first pause is short. */
  static final long MIN_PAUSE_MS = 1_000;

  /** An endpoint that is back is noticed within a minute. */
  static final long MAX_PAUSE_MS = 60_000;

  /** The state of an endpoint that nothing is known against. */
  public static final Breaker CLOSED = new Breaker(0, 0, 0, false);

  /** State, for metrics and the console. */
  public enum State {
    CLOSED,
    OPEN,
    HALF_OPEN
  }

  /** Its state at a time. It is half open when one call may be made, or is in flight. */
  public State state(long nowMs) {
    if (pauseMs == 0) {
      return State.CLOSED;
    }
    return nowMs >= untilMs ? State.HALF_OPEN : State.OPEN;
  }

  /** Whether calls begin as they come. */
  public boolean isClosed() {
    return pauseMs == 0;
  }

  /** Whether a call may begin. */
  public boolean allowsCall(long nowMs) {
    return pauseMs == 0 || (!probing && nowMs >= untilMs);
  }

  /** The breaker after a call that it allowed has begun. */
  public Breaker begun() {
    return pauseMs == 0 ? this : new Breaker(failures, pauseMs, untilMs, true);
  }

  /** The breaker when the call that it allowed is not made after all. */
  public Breaker unused() {
    return new Breaker(failures, pauseMs, untilMs, false);
  }

  /**
   * The breaker after a call. A call that began before it opened counts as well: its success closes
   * it, and its failure does not lengthen the pause, unless the deciding call is in flight.
   */
  public Breaker ended(CallEnd end, long nowMs) {
    if (end instanceof Failed failed && failed.kind() == Kind.STOPPED) {
      return unused();
    }
    if (!isFailure(end)) {
      return CLOSED;
    }
    if (pauseMs == 0) {
      var more = failures + 1;
      return more < FAILURES ? new Breaker(more, 0, 0, false) : open(MIN_PAUSE_MS, nowMs);
    }
    return probing ? open(Math.min(2 * pauseMs, MAX_PAUSE_MS), nowMs) : this;
  }

  /**
   * The breaker after a test call, which it does not stop: one that was accepted closes it. Others
   * count for nothing, so that a mistaken test stops no jobs.
   */
  public Breaker tested(CallEnd end) {
    var isAccepted = end instanceof Answered answer && HttpStatus.isSuccess(answer.status());
    return pauseMs > 0 && isAccepted ? CLOSED : this;
  }

  private static Breaker open(long pauseMs, long nowMs) {
    return new Breaker(FAILURES, pauseMs, nowMs + pauseMs, false);
  }

  /** Whether the endpoint cannot serve calls. One that refuses this call (4xx) can serve others. */
  private static boolean isFailure(CallEnd end) {
    if (end instanceof Answered answer) {
      return HttpStatus.isServerError(answer.status())
          || answer.status() == HttpStatus.TOO_MANY_REQUESTS_429
          || answer.status() == HttpStatus.REQUEST_TIMEOUT_408;
    }
    return true;
  }
}

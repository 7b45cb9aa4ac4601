package io.delaygate.gateway.access;

import io.delaygate.gateway.http.ProblemException;
import io.delaygate.schemas.contract.ReasonCode;
import io.delaygate.service.control.IntervalLimits;
import io.delaygate.service.control.TokenControl;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Holds tokens to what they may do in an interval. Each gateway has windows of its own, and lets
 * its part of the bound pass in each: the bound divided by the gateways that are alive, rounded up.
 * Thread-safe.
 */
public final class CallWindows {
  /** More than are limited at a time, as a rule; then all begin anew. */
  private static final int WINDOWS_MAX = 10_000;

  private final Quotas.Knowledge known;
  private final LongSupplier ticker;
  private final Consumer<LimitKind> refused;
  private final ConcurrentHashMap<Key, CallWindow> windows = new ConcurrentHashMap<>();

  /** Which of the two bounds a call is about. */
  public enum Direction {
    /** Asks for jobs. */
    READ,
    /** Publishes. */
    WRITE;

    private long most(IntervalLimits limits) {
      return this == READ ? limits.reads() : limits.writes();
    }
  }

  private record Key(String token, Direction direction) {}

  /**
   * Holds tokens to what is known.
   *
   * @param ticker monotonic nanoseconds
   * @param refused told of each refusal
   */
  public CallWindows(Quotas.Knowledge known, LongSupplier ticker, Consumer<LimitKind> refused) {
    this.known = known;
    this.ticker = ticker;
    this.refused = refused;
  }

  /**
   * Counts a call, however many jobs it is about.
   *
   * @return gives the call back, for when it does not succeed
   * @throws ProblemException 429 when it is one too many
   */
  public Runnable take(Caller caller, Direction direction) {
    var limits = limits(caller);
    var most = limits.map(direction::most).orElse(0L);
    if (most == 0) {
      return () -> {};
    }
    if (windows.size() >= WINDOWS_MAX) {
      windows.clear();
    }
    var key = new Key(caller.token(), direction);
    return windows
        .computeIfAbsent(key, none -> new CallWindow())
        .take(ticker.getAsLong(), limits.get().seconds(), part(most))
        .orElseThrow(() -> exceeded(most, limits.get().seconds()));
  }

  private Optional<IntervalLimits> limits(Caller caller) {
    return caller.token().isEmpty()
        ? Optional.empty()
        : Optional.ofNullable(known.view().get().tokens().get(caller.token()))
            .map(TokenControl::interval);
  }

  private long part(long most) {
    var gateways = known.gateways().getAsInt();
    return most / gateways + (most % gateways == 0 ? 0 : 1);
  }

  private ProblemException exceeded(long most, long seconds) {
    refused.accept(LimitKind.CALLS_PER_INTERVAL);
    return new ProblemException(
        ReasonCode.LIMIT_EXCEEDED,
        "the token may have %d %s of %d s, all gateways together"
            .formatted(most, LimitKind.CALLS_PER_INTERVAL.words(), seconds));
  }
}

package io.delaygate.gateway.access;

import io.delaygate.gateway.http.ProblemException;
import io.delaygate.schemas.contract.ReasonCode;
import io.delaygate.service.control.IntervalLimits;
import io.delaygate.service.control.TokenControl;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Rate limiter of tokens by fixed time windows, one for reads and one for writes. Each gateway has
 * its own windows and admits its part of the limit in each: the limit divided by the live gateways,
 * rounded up. Thread-safe.
 */
public final class IntervalRateLimiter {
  /** Usually more than are limited at a time. When it is reached, all windows begin anew. */
  private static final int WINDOWS_MAX = 10_000;

  private final Quotas.Knowledge known;
  private final LongSupplier ticker;
  private final Consumer<LimitKind> refused;
  private final ConcurrentHashMap<Key, FixedWindow> windows = new ConcurrentHashMap<>();

  /** Which of the two limits a call counts against. */
  public enum Direction {
    /** A call that asks for jobs. */
    READ,
    /** A call that publishes. */
    WRITE;

    private long most(IntervalLimits limits) {
      return this == READ ? limits.reads() : limits.writes();
    }
  }

  private record Key(String token, Direction direction) {}

  /**
   * Limits tokens by the decisions in force.
   *
   * @param ticker monotonic nanoseconds
   * @param refused called for each refusal
   */
  public IntervalRateLimiter(
      Quotas.Knowledge known, LongSupplier ticker, Consumer<LimitKind> refused) {
    this.known = known;
    this.ticker = ticker;
    this.refused = refused;
  }

  /**
   * Counts a call, however many jobs it is about.
   *
   * @return a task that gives the call back, for when it does not succeed
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
        .computeIfAbsent(key, none -> new FixedWindow())
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
        "the call exceeds the limit of the token: %d %s of %d s, over all gateways together"
            .formatted(most, LimitKind.CALLS_PER_INTERVAL.words(), seconds));
  }

  /**
   * Fixed time window in which calls are counted: it begins with a call, and the first call after
   * its end begins the next window. Calls that are refused count, too. Thread-safe.
   */
  private static final class FixedWindow {
    private long begunAt;
    private long number;
    private long count;

    /**
     * Counts a call.
     *
     * @param now monotonic nanoseconds
     * @param seconds length of the window, 1 or more
     * @param most calls that may be counted in it, 1 or more
     * @return a task that gives the call back; empty when the call is one too many
     */
    synchronized Optional<Runnable> take(long now, long seconds, long most) {
      if (number == 0 || TimeUnit.NANOSECONDS.toSeconds(now - begunAt) >= seconds) {
        begunAt = now;
        number++;
        count = 0;
      }
      count++;
      var counted = number;
      return count > most ? Optional.empty() : Optional.of(() -> giveBack(counted));
    }

    /** Does nothing for a call that an earlier window counted. */
    private synchronized void giveBack(long counted) {
      if (counted == number) {
        count--;
      }
    }
  }
}

package io.delaygate.gateway.access;

import io.delaygate.gateway.http.ProblemException;
import io.delaygate.schemas.contract.ReasonCode;
import io.delaygate.service.control.ControlView;
import io.delaygate.service.control.NamespaceControl;
import io.delaygate.service.control.UsageLimits;
import io.javalin.http.Context;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Limiter of calls, jobs and payloads by the quotas of the caller's token, then of its namespace.
 * Thread-safe.
 */
public final class Quotas {
  /** Usually more than have limits at a time. When it is reached, all buckets begin full again. */
  private static final int BUCKETS_MAX = 10_000;

  private final Knowledge known;
  private final PendingJobQuota pending;
  private final LongSupplier ticker;
  private final Consumer<LimitKind> refused;
  private final ConcurrentHashMap<Bucket, TokenBucket> buckets = new ConcurrentHashMap<>();

  /**
   * Sources of the limits.
   *
   * @param view the decisions that were read
   * @param gateways number of live gateways, 1 or more
   */
  public record Knowledge(Supplier<ControlView> view, IntSupplier gateways) {}

  private record Bucket(LimitKind limit, String whose) {}

  /**
   * Limits of one token or namespace.
   *
   * @param key tells namespaces and tokens apart
   */
  private record Bound(String key, String name, UsageLimits limits) {}

  /**
   * Limits callers by the decisions in force.
   *
   * @param ticker monotonic nanoseconds
   * @param refused called for each refusal
   */
  public Quotas(
      Knowledge known, PendingJobQuota pending, LongSupplier ticker, Consumer<LimitKind> refused) {
    this.known = known;
    this.pending = pending;
    this.ticker = ticker;
    this.refused = refused;
  }

  /** Counts a call, except on open routes. Runs once the caller is known. */
  public void call(Context ctx) {
    if (!ctx.routeRoles().contains(Role.OPEN)) {
      call(AccessGuard.caller(ctx));
    }
  }

  /**
   * Counts a call.
   *
   * @throws ProblemException 429 when it is one too many
   */
  public void call(Caller caller) {
    pass(LimitKind.REQUESTS_PER_SECOND, 1, bounds(caller), UsageLimits::requestsPerSecond);
  }

  /**
   * Checks the size of a job's payload.
   *
   * @throws ProblemException 429 when it is too large
   */
  public void fit(Caller caller, int payloadBytes) {
    for (var bound : bounds(caller)) {
      var most = bound.limits().payloadBytes();
      if (most != null && payloadBytes > most) {
        throw exceeded(LimitKind.PAYLOAD_BYTES, bound, most);
      }
    }
  }

  /**
   * Counts an existing job that the call is about to have delivered early or again.
   *
   * @throws ProblemException 429 when it is one too many
   */
  public void takeAgain(Caller caller) {
    pass(LimitKind.JOBS_PER_SECOND, 1, bounds(caller), UsageLimits::jobsPerSecond);
  }

  /**
   * Counts jobs that are about to be sent together: all of them or, when they are refused, none.
   *
   * @param jobs number of jobs, 1 or more
   * @throws ProblemException 429 when they are too many
   */
  public void take(Caller caller, int jobs) {
    var bounds = bounds(caller);
    var taken = pass(LimitKind.JOBS_PER_SECOND, jobs, bounds, UsageLimits::jobsPerSecond);
    try {
      passPending(caller.namespace(), jobs, bounds);
    } catch (ProblemException refused) {
      taken.forEach(bucket -> bucket.giveBack(jobs));
      throw refused;
    }
  }

  /**
   * Takes from a bucket of each bound; returns the buckets, to give back if another limit refuses
   * the call.
   */
  private List<TokenBucket> pass(
      LimitKind limit,
      int count,
      List<Bound> bounds,
      Function<UsageLimits, @Nullable Integer> perSecond) {
    var taken = new ArrayList<TokenBucket>();
    for (var bound : bounds) {
      var most = perSecond.apply(bound.limits());
      if (most == null) {
        continue;
      }
      var bucket = bucket(limit, bound.key());
      var part = most.doubleValue() / known.gateways().getAsInt();
      if (!bucket.take(ticker.getAsLong(), part, count)) {
        taken.forEach(other -> other.giveBack(count));
        throw exceeded(limit, bound, most);
      }
      taken.add(bucket);
    }
    return taken;
  }

  /** Checks the tightest bound only, so that each job is counted once. */
  private void passPending(String namespace, int jobs, List<Bound> bounds) {
    @Nullable Bound tightest = null;
    var least = Long.MAX_VALUE;
    for (var bound : bounds) {
      var most = bound.limits().pendingJobs();
      if (most != null && most <= least) {
        tightest = bound;
        least = most;
      }
    }
    if (tightest != null && !pending.take(namespace, jobs, least, known.gateways().getAsInt())) {
      throw exceeded(LimitKind.PENDING_JOBS, tightest, least);
    }
  }

  /** The token's bound comes first: a call that it refuses does not count for its namespace. */
  private List<Bound> bounds(Caller caller) {
    var namespace = caller.namespace();
    var control = known.view().get().namespaces().getOrDefault(namespace, NamespaceControl.OPEN);
    var all = new Bound("namespace/" + namespace, "namespace", control.limits());
    return caller.token().isEmpty()
        ? List.of(all)
        : List.of(new Bound("token/" + caller.token(), "token", caller.limits()), all);
  }

  private TokenBucket bucket(LimitKind limit, String whose) {
    if (buckets.size() >= BUCKETS_MAX) {
      buckets.clear();
    }
    return buckets.computeIfAbsent(new Bucket(limit, whose), none -> new TokenBucket());
  }

  private ProblemException exceeded(LimitKind limit, Bound bound, long most) {
    refused.accept(limit);
    return new ProblemException(
        ReasonCode.LIMIT_EXCEEDED,
        "the call exceeds the limit of the %s: %d %s, over all gateways together"
            .formatted(bound.name(), most, limit.words()));
  }

  /**
   * Token bucket of a rate limit, which holds the permits of one second, at least one. A group
   * passes as a whole: a group of more than a second's worth passes out of a full bucket, and later
   * ones are refused until the bucket is refilled. Begins full. Thread-safe.
   */
  private static final class TokenBucket {
    private static final double NANOS_PER_SECOND = 1e9;

    private double level = Double.MAX_VALUE;
    private long filledAt;

    /**
     * Takes permits, all or none; a refusal costs nothing.
     *
     * @param now monotonic nanoseconds
     * @param perSecond the rate; it may differ each time, as gateways come and go
     * @param count how many permits, 1 or more
     */
    synchronized boolean take(long now, double perSecond, int count) {
      var most = Math.max(1, perSecond);
      var gained = Math.max(0, now - filledAt) / NANOS_PER_SECOND * perSecond;
      level = Math.min(most, level + gained);
      filledAt = now;
      if (level < Math.min(most, count)) {
        return false;
      }
      level -= count;
      return true;
    }

    /** Gives permits back after another limit refused the call. */
    synchronized void giveBack(int count) {
      level += count;
    }
  }
}

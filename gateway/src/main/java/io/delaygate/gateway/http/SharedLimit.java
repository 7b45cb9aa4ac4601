package io.delaygate.gateway.http;

import io.delaygate.schemas.contract.ReasonCode;
import io.delaygate.service.http.FairShareLimiter;
import io.delaygate.service.http.FairShareLimiter.Grant;
import org.jspecify.annotations.Nullable;

/**
 * Limit of calls at a time, shared by namespaces: a call above it, or above the share of its
 * namespace, gets 503. Thread-safe.
 */
public final class SharedLimit {
  private final FairShareLimiter limiter;
  private final String full;

  /**
   * Creates a limit.
   *
   * @param most calls at a time
   * @param full detail of the problem of calls above it
   */
  public SharedLimit(int most, String full) {
    this.limiter = new FairShareLimiter(most);
    this.full = full;
  }

  /**
   * Enters a call, which has to {@link #leave} once.
   *
   * @param share that the call uses; null for none
   * @throws ProblemException 503 when too many calls are in
   */
  public void enter(@Nullable String share) {
    check(limiter.take(share, 1), full);
  }

  /** Leaves with that share. */
  public void leave(@Nullable String share) {
    limiter.release(share, 1);
  }

  /** Number of calls that are in. */
  public int count() {
    return (int) limiter.held();
  }

  /**
   * Checks a grant.
   *
   * @param full detail of the problem
   * @throws ProblemException 503 when nothing was granted; it tells a caller whether others could
   *     still be served
   */
  public static void check(Grant grant, String full) {
    if (grant != Grant.GRANTED) {
      throw refusal(grant, full);
    }
  }

  /** The problem of a call that is granted nothing. */
  public static ProblemException refusal(Grant grant, String full) {
    return new ProblemException(
        ReasonCode.OVERLOADED,
        grant == Grant.SHARE_USED ? full + "; the namespace has used up its share" : full);
  }
}

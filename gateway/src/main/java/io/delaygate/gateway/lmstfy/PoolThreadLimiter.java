package io.delaygate.gateway.lmstfy;

import io.delaygate.gateway.http.ProblemException;
import io.delaygate.schemas.contract.ReasonCode;
import io.delaygate.service.http.FairShareLimiter;
import io.delaygate.service.http.FairShareLimiter.Grant;
import io.javalin.http.Context;
import io.javalin.http.Handler;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Limiter of the HTTP threads that calls of one pool hold at a time. A call holds its thread for
 * about a millisecond, and holds none while it waits for jobs or acknowledgements. If a topic or
 * all schedulers of a pool are unavailable, it holds the thread for seconds; without a bound other
 * pools would get no thread. Namespaces share the bound. A call waits for a free place for a
 * moment, so that a burst to a healthy pool is not refused. Thread-safe.
 */
final class PoolThreadLimiter {
  /** Long enough for a burst of short calls, short since a waiting call holds a thread, too. */
  static final Duration WAIT = Duration.ofMillis(50);

  private final FairShareLimiter held;
  private final Duration wait;

  /**
   * Creates a limiter.
   *
   * @param threads that calls may hold at a time
   * @param wait of a call for one of them
   */
  PoolThreadLimiter(int threads, Duration wait) {
    this.held = new FairShareLimiter(threads);
    this.wait = wait;
  }

  /**
   * Handles a call; 503 if no thread of the pool's share becomes free in time.
   *
   * @param share of the pool's threads that the call uses; null for none
   */
  void handle(Context ctx, @Nullable String share, Handler handler) throws Exception {
    if (held.await(share, 1, wait.toNanos()) != Grant.GRANTED) {
      throw new ProblemException(
          ReasonCode.UNAVAILABLE,
          "too many calls of this pool are in flight; nothing was done, try again");
    }
    try {
      handler.handle(ctx);
    } finally {
      held.release(share, 1);
    }
  }
}

package io.delaygate.gateway.lmstfy;

import io.delaygate.gateway.http.ProblemException;
import io.delaygate.schemas.contract.ReasonCode;
import io.javalin.http.Context;
import io.javalin.http.Handler;
import java.util.concurrent.Semaphore;

/**
 * Limiter of the HTTP threads that calls of one pool hold at a time. A call holds its thread for
 * about a millisecond, and holds none while it waits for jobs or acknowledgements. If a topic or
 * all schedulers of a pool are unavailable, it holds the thread for seconds; without a bound other
 * pools would get no thread. Thread-safe.
 */
final class PoolThreadLimiter {
  private final Semaphore free;

  /** Creates a limiter of that many threads. */
  PoolThreadLimiter(int threads) {
    free = new Semaphore(threads);
  }

  /** Handles a call; 503 if the share is used up. */
  void handle(Context ctx, Handler handler) throws Exception {
    if (!free.tryAcquire()) {
      throw new ProblemException(
          ReasonCode.UNAVAILABLE,
          "too many calls of this pool are under way; nothing was done, try again");
    }
    try {
      handler.handle(ctx);
    } finally {
      free.release();
    }
  }
}

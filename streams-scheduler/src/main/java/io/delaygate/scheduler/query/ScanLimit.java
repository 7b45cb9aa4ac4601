package io.delaygate.scheduler.query;

import io.delaygate.service.http.FairShareLimiter;
import io.delaygate.service.http.FairShareLimiter.Grant;
import io.delaygate.service.query.QueryPath;
import io.javalin.http.Context;
import java.util.function.Supplier;

/**
 * Limiter of concurrent scans in this process. One scan too many is refused and not queued: a queue
 * would only hold requests whose callers have given up. Gateways name the share that a query uses,
 * which is that of a namespace: no namespace can keep all others from scanning. Thread-safe.
 */
final class ScanLimit {
  /** Each takes a core while it runs, and delivery needs one too. */
  static final int AT_A_TIME = 2;

  private final FairShareLimiter running = new FairShareLimiter(AT_A_TIME);

  <T> T scan(Context context, Supplier<T> scan) {
    var share = context.header(QueryPath.SHARE_HEADER);
    if (running.take(share, 1) != Grant.GRANTED) {
      throw QueryRefusal.busy();
    }
    try {
      return scan.get();
    } finally {
      running.release(share, 1);
    }
  }
}

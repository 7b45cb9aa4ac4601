package io.delaygate.gateway.http;

import io.delaygate.service.logging.LogKey;
import io.javalin.http.Context;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * A line for each answered call, usually at DEBUG: by its request id it is found. It has the route
 * and not the path, of which a job id is part, and nothing that the caller sent.
 */
public final class CallLog {
  private static final Logger LOG = LoggerFactory.getLogger(CallLog.class);

  private CallLog() {}

  /** A call was answered. */
  public static void answered(Context ctx, float tookMs, Level level) {
    if (!LOG.isEnabledForLevel(level)) {
      return;
    }
    var endpoint = ctx.endpoints().lastHttpEndpoint();
    var method = endpoint == null ? HttpMetrics.UNMATCHED : endpoint.method.name();
    var route = endpoint == null ? HttpMetrics.UNMATCHED : endpoint.path;
    var line =
        LOG.atLevel(level)
            .addKeyValue(LogKey.METHOD.key(), method)
            .addKeyValue(LogKey.ROUTE.key(), route)
            .addKeyValue(LogKey.STATUS.key(), ctx.statusCode())
            .addKeyValue(LogKey.TOOK_MS.key(), Math.round(tookMs));
    var problem = ProblemAnswers.of(ctx);
    if (problem.isPresent()) {
      line =
          line.addKeyValue(LogKey.REASON.key(), problem.get().reason())
              .addKeyValue(LogKey.INSTANCE.key(), problem.get().instance());
    }
    line.log("Call answered");
  }
}

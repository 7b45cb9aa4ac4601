package io.delaygate.gateway.http;

import io.delaygate.service.logging.LogKey;
import io.javalin.http.Context;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Access log: one line for each answered call, usually at DEBUG, found by its request id. It has
 * the route and not the path, as that contains the job id, and nothing that the caller sent.
 */
public final class CallLog {
  private static final Logger LOG = LoggerFactory.getLogger(CallLog.class);

  private CallLog() {}

  /** Logs an answered call. */
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
    var problem = ProblemMapper.of(ctx);
    if (problem.isPresent()) {
      line =
          line.addKeyValue(LogKey.REASON.key(), problem.get().reason())
              .addKeyValue(LogKey.INSTANCE.key(), problem.get().instance());
    }
    line.log("Call answered");
  }

  /** Jetty handler that adds the ids of a call to every line that is logged while it is handled. */
  static final class LogContext extends Handler.Wrapper {
    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
      return CallTrace.of(request)
          .correlation()
          .during(() -> super.handle(request, response, callback));
    }
  }
}

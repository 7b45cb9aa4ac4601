package io.delaygate.scheduler.query;

import io.delaygate.service.logging.Correlation;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * Jetty handler that adds the request and trace ids of a gateway's call to every line logged for
 * it. A call without ids gets none: no caller would know a new id.
 */
final class QueryLogContext extends Handler.Wrapper {
  @Override
  public boolean handle(Request request, Response response, Callback callback) throws Exception {
    var sent = request.getHeaders();
    var call =
        Correlation.of(
            sent.getValuesList(Correlation.REQUEST_ID),
            sent.getValuesList(Correlation.TRACEPARENT));
    return call.during(() -> super.handle(request, response, callback));
  }
}

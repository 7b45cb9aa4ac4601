package io.delaygate.scheduler.query;

import io.delaygate.service.logging.Correlation;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * Lets every line that is logged while a question is answered have the ids of the call that the
 * gateway asks for. One that brings none has none: nobody would know a new one.
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

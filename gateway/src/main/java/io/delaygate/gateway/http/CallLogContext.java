package io.delaygate.gateway.http;

import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/** Jetty handler that adds the ids of a call to every line that is logged while it is handled. */
public final class CallLogContext extends Handler.Wrapper {
  @Override
  public boolean handle(Request request, Response response, Callback callback) throws Exception {
    return CallTrace.of(request)
        .correlation()
        .during(() -> super.handle(request, response, callback));
  }
}

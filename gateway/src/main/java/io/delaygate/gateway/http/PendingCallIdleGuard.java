package io.delaygate.gateway.http;

import io.delaygate.service.http.ArrivalEndPoint;
import io.delaygate.service.http.ArrivalHandler;
import io.delaygate.service.http.BoundedConnector;
import io.delaygate.service.http.EagerBodyHandler;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import org.eclipse.jetty.io.ManagedSelector;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.jspecify.annotations.Nullable;

/**
 * Jetty handler that keeps a connection from its idle time-out while its client waits for the
 * answer to a complete call.
 *
 * <p>Jetty ignores an idle time-out that ends while a call is handled, but not one that ends in the
 * same moment as the answer is written: that answer is lost. While the server stops, the time-out
 * is one second, which hit several in a hundred of the answers that came on a full second. Clients
 * that send slowly still time out. Clients that read slowly do not: {@link ResponseBufferHandler}
 * cuts them off. Needs a {@link Connector}.
 */
public final class PendingCallIdleGuard extends ArrivalHandler {
  /** Bodies that are not awaited without a thread have a time limit where they are read. */
  PendingCallIdleGuard() {
    super(request -> !EagerBodyHandler.isAwaited(request));
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) throws Exception {
    request.setAttribute(ClientDisconnect.ATTRIBUTE, connection(request));
    return super.handle(request, response, callback);
  }

  /** Connector that makes the end points that this handler needs. */
  static final class Connector extends BoundedConnector {
    Connector(
        Server server,
        SslContextFactory.@Nullable Server tls,
        HttpConfiguration http,
        Bounds bounds) {
      super(server, tls, http, bounds);
    }

    @Override
    protected ArrivalEndPoint endPoint(
        SocketChannel channel, ManagedSelector selector, SelectionKey key) {
      return new DisconnectAwareEndPoint(channel, selector, key, this);
    }
  }
}

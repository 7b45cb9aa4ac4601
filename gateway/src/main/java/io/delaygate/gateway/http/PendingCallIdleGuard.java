package io.delaygate.gateway.http;

import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.ManagedSelector;
import org.eclipse.jetty.io.SocketChannelEndPoint;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
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
public final class PendingCallIdleGuard extends Handler.Wrapper {
  @Override
  public boolean handle(Request request, Response response, Callback callback) throws Exception {
    var connection = connection(request.getConnectionMetaData().getConnection().getEndPoint());
    Request.addCompletionListener(request, failure -> connection.answered(request));
    request.setAttribute(ClientDisconnect.ATTRIBUTE, connection);
    if (hasBody(request)) {
      return super.handle(new Sent(request, connection), response, callback);
    }
    connection.awaits(request);
    return super.handle(request, response, callback);
  }

  private static boolean hasBody(Request request) {
    return request.getLength() > 0 || request.getHeaders().contains(HttpHeader.TRANSFER_ENCODING);
  }

  private static DisconnectAwareEndPoint connection(EndPoint end) {
    return (DisconnectAwareEndPoint) (end instanceof EndPoint.Wrapper tls ? tls.unwrap() : end);
  }

  /** Call whose body has not arrived completely. */
  private static final class Sent extends Request.Wrapper {
    private final DisconnectAwareEndPoint connection;

    Sent(Request call, DisconnectAwareEndPoint connection) {
      super(call);
      this.connection = connection;
    }

    @Override
    public Content.@Nullable Chunk read() {
      var chunk = super.read();
      if (chunk != null && chunk.isLast()) {
        connection.awaits(getWrapped());
      }
      return chunk;
    }
  }

  /** Connector that makes the end points that this handler needs. */
  static final class Connector extends ServerConnector {
    Connector(Server server, SslContextFactory.@Nullable Server tls, HttpConnectionFactory http) {
      super(server, tls, http);
    }

    @Override
    protected SocketChannelEndPoint newEndPoint(
        SocketChannel channel, ManagedSelector selector, SelectionKey key) {
      var connection = new DisconnectAwareEndPoint(channel, selector, key, getScheduler());
      connection.setIdleTimeout(getIdleTimeout());
      return connection;
    }
  }
}

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
 * Lets no connection be idle while its caller waits for the answer to a call that came whole.
 *
 * <p>Jetty ignores an idle time-out that ends while a call is handled, but not one that ends in the
 * same moment as its answer is written: that answer is lost. While the server stops the time-out is
 * a second, so that of answers which come on a full second several in a hundred met it. Callers who
 * send slowly time out as ever; those who read slowly do so no more, and are {@link
 * ResponseBufferHandler}' to cut off. Needs a {@link Connector}.
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

  /** A call whose body is read until all of it is there. */
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

  /** Makes such connections. */
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

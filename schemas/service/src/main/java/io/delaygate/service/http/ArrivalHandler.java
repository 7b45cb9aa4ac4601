package io.delaygate.service.http;

import java.util.function.Predicate;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/**
 * Jetty handler that tells a connection of a {@link BoundedConnector} when its call has arrived.
 */
public class ArrivalHandler extends Handler.Wrapper {
  private final Predicate<Request> mayTakeLonger;

  /**
   * A handler.
   *
   * @param mayTakeLonger calls whose bodies have a time limit elsewhere
   */
  public ArrivalHandler(Predicate<Request> mayTakeLonger) {
    this.mayTakeLonger = mayTakeLonger;
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) throws Exception {
    var connection = connection(request);
    Request.addCompletionListener(request, failure -> connection.answered(request));
    if (!hasBody(request)) {
      connection.awaits(request);
      return super.handle(request, response, callback);
    }
    if (mayTakeLonger.test(request)) {
      connection.accept(request);
    }
    return super.handle(new Arriving(request, connection), response, callback);
  }

  private static boolean hasBody(Request request) {
    return request.getLength() > 0 || request.getHeaders().contains(HttpHeader.TRANSFER_ENCODING);
  }

  /** The connection of a call. */
  protected static ArrivalEndPoint connection(Request request) {
    EndPoint end = request.getConnectionMetaData().getConnection().getEndPoint();
    return (ArrivalEndPoint) (end instanceof EndPoint.Wrapper tls ? tls.unwrap() : end);
  }

  /** Call whose body has not arrived completely. */
  private static final class Arriving extends Request.Wrapper {
    private final ArrivalEndPoint connection;

    Arriving(Request call, ArrivalEndPoint connection) {
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
}

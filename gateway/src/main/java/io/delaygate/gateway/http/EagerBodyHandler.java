package io.delaygate.gateway.http;

import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.EagerContentHandler;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/**
 * Waits for small bodies without a thread. Larger ones may be refused by their head, and are read
 * when it is known who sends them.
 */
final class EagerBodyHandler extends EagerContentHandler {
  /** Nearly all bodies, at 160 MiB for 10,000 callers. */
  private static final int MOST_BYTES = 16 << 10;

  /** What holding a piece of a body takes on top: those who send each byte alone gain nothing. */
  private static final int PIECE_BYTES = 64;

  EagerBodyHandler() {
    super(new Loaders());
    include(
        request ->
            request.getLength() > 0
                && request.getLength() <= MOST_BYTES - PIECE_BYTES
                && !request.getHeaders().contains(HttpHeader.EXPECT));
  }

  private static final class Loaders implements ContentLoaderFactory {
    @Override
    public @Nullable String getApplicableMimeType() {
      return null;
    }

    @Override
    public ContentLoader newContentLoader(
        String contentType,
        String mimeType,
        Handler handler,
        Request request,
        Response response,
        Callback callback) {
      return new Loader(handler, request, response, callback);
    }
  }

  /**
   * Jetty's (12.1.12) takes the place of the call's callback and forgets what failed, as it names a
   * method {@code fail} that should be {@code failed}: a call whose caller has left would never
   * end, and each stop would wait for it.
   */
  private static final class Loader extends RetainedContentLoaderFactory.RetainedContentLoader {
    Loader(Handler handler, Request request, Response response, Callback callback) {
      super(handler, request, response, callback, MOST_BYTES, PIECE_BYTES, false);
    }

    @Override
    protected void handle(Request request, Response response, Callback callback) {
      super.handle(request, response, Callback.from(callback::succeeded, request::fail));
    }
  }
}

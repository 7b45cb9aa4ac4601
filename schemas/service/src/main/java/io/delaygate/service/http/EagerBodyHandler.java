package io.delaygate.service.http;

import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.EagerContentHandler;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/**
 * Jetty handler that waits for small bodies without a thread. Larger ones may be refused by their
 * headers, and are read when the caller is known.
 */
public final class EagerBodyHandler extends EagerContentHandler {
  /** Enough for nearly all bodies, at 160 MiB for 10,000 callers. */
  private static final int MOST_BYTES = 16 << 10;

  /**
   * Memory that each piece of a body takes on top: a client gains nothing by sending single bytes.
   */
  private static final int PIECE_BYTES = 64;

  /** A handler. */
  public EagerBodyHandler() {
    super(new Loaders());
    include(EagerBodyHandler::isAwaited);
  }

  /** Whether the body of a call is waited for without a thread. */
  public static boolean isAwaited(Request request) {
    return request.getLength() > 0
        && request.getLength() <= MOST_BYTES - PIECE_BYTES
        && !request.getHeaders().contains(HttpHeader.EXPECT);
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
   * Work-around for the loader of Jetty 12.1.12, which replaces the call's callback and drops
   * failures, as it names a method {@code fail} that should be {@code failed}: a call whose client
   * has left would never end, and each stop would wait for it.
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

package io.delaygate.gateway.http;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Tests of Jetty alone: what {@link JettyErrorHandler} assumes of it. Last seen with Jetty 12.1.12.
 */
@Timeout(60)
class JettyErrorAssumptionsTest {
  private final Server server = new Server();
  private final ServerConnector connector = new ServerConnector(server);
  private final List<Socket> sockets = new ArrayList<>();

  private void start() throws Exception {
    connector
        .getConnectionFactory(HttpConnectionFactory.class)
        .getHttpConfiguration()
        .setUriCompliance(UriCompliance.UNSAFE);
    server.addConnector(connector);
    server.start();
  }

  @AfterEach
  void stop() throws Exception {
    for (var socket : sockets) {
      socket.close();
    }
    server.stop();
  }

  /**
   * {@link JettyErrorHandler} gets the requests that Jetty refuses itself, with their cause, and
   * with a request that Jetty makes if it has none.
   *
   * @see <a href="https://github.com/jetty/jetty.project/pull/11556">ErrorHandler</a>
   */
  @Test
  void theErrorHandlerAnswersWhatIsMalformed() throws Exception {
    var errors = new Errors();
    server.setErrorHandler(errors);
    start();

    send("GET /%00 HTTP/1.1\r\nHost: h\r\n\r\n");
    assertThat(errors.seen.take())
        .isEqualTo("BAD /badMessage 400 caused by IllegalArgumentException");
    send("GET / HTTP/1.1\r\nHost: h\r\nX Y: 1\r\n\r\n");
    assertThat(errors.seen.take()).startsWith("GET / 400");
    send("GET / HTTP/1.1\r\nHost: h\r\nX: " + "x".repeat(20_000) + "\r\n\r\n");
    assertThat(errors.seen.take()).contains(" 431");
  }

  private static final class Errors extends ErrorHandler {
    private final BlockingQueue<String> seen = new LinkedBlockingQueue<>();

    @Override
    protected void generateResponse(
        Request request,
        Response response,
        int code,
        @Nullable String message,
        @Nullable Throwable cause,
        Callback callback)
        throws IOException {
      var why = cause == null ? null : cause.getCause();
      seen.add(
          "%s %s %d".formatted(request.getMethod(), request.getHttpURI().getPath(), code)
              + (why instanceof IllegalArgumentException
                  ? " caused by IllegalArgumentException"
                  : ""));
      response.getHeaders().put(HttpHeader.CONTENT_LENGTH, 0);
      response.write(true, null, callback);
    }
  }

  /**
   * By default PUT, PATCH and DELETE have no error page. This is why {@link JettyErrorHandler} says
   * that each method has one.
   *
   * @see <a href="https://github.com/jetty/jetty.project/pull/11556">ErrorHandler</a>
   */
  @Test
  void notEveryMethodHasAnErrorPage() {
    var usual = new ErrorHandler();

    assertThat(usual.errorPageForMethod("GET")).isTrue();
    assertThat(List.of("PUT", "PATCH", "DELETE")).noneMatch(usual::errorPageForMethod);
  }

  private void send(String text) throws IOException {
    var socket = new Socket(InetAddress.getLoopbackAddress(), connector.getLocalPort());
    sockets.add(socket);
    socket.getOutputStream().write(text.getBytes(US_ASCII));
  }
}

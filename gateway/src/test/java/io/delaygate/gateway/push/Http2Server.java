package io.delaygate.gateway.push;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.delaygate.gateway.app.Certificate;
import java.net.URI;
import java.nio.ByteBuffer;
import java.security.KeyStore;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.alpn.server.ALPNServerConnectionFactory;
import org.eclipse.jetty.http2.server.HTTP2ServerConnectionFactory;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.ssl.SslContextFactory;

/** Server of HTTP/2 over TLS on a loopback address; the path of a call says what it does. */
final class Http2Server {
  private static final String PASSWORD = "password";

  private final Server server = new Server();
  private final AtomicInteger connections = new AtomicInteger();
  private final ServerConnector listener;

  private Http2Server(SslContextFactory.Server tls) {
    var config = new HttpConfiguration();
    config.addCustomizer(new SecureRequestCustomizer(false));
    config.setResponseHeaderSize(64 * 1024);
    var http = new HttpConnectionFactory(config);
    var http2 = new HTTP2ServerConnectionFactory(config);
    var alpn = new ALPNServerConnectionFactory();
    alpn.setDefaultProtocol(http.getProtocol());
    var ssl = new SslConnectionFactory(tls, alpn.getProtocol());
    listener = new ServerConnector(server, ssl, alpn, http2, http);
    listener.setHost("127.0.0.1");
    listener.addBean(counter());
    server.addConnector(listener);
    server.setHandler(
        new Handler.Abstract() {
          @Override
          public boolean handle(Request request, Response response, Callback callback) {
            answer(request, response, callback);
            return true;
          }
        });
  }

  static Http2Server start(Certificate certificate) throws Exception {
    var store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    store.setKeyEntry(
        "a",
        certificate.key(),
        PASSWORD.toCharArray(),
        new java.security.cert.Certificate[] {certificate.certificate()});
    var tls = new SslContextFactory.Server();
    tls.setKeyStore(store);
    tls.setKeyStorePassword(PASSWORD);
    var made = new Http2Server(tls);
    made.server.start();
    return made;
  }

  URI url(String host, String path) {
    return URI.create("https://" + host + ":" + port() + path);
  }

  int port() {
    return listener.getLocalPort();
  }

  /** How many connections agreed on HTTP/2. */
  int connections() {
    return connections.get();
  }

  void stop() throws Exception {
    server.stop();
  }

  private static void answer(Request request, Response response, Callback callback) {
    var path = request.getHttpURI().getPath();
    switch (path) {
      case "/huge" -> response.write(true, ByteBuffer.allocate(10 * 1024 * 1024), callback);
      case "/headers" -> {
        for (var i = 0; i < 40; i++) {
          response.getHeaders().put("x-" + i, "a".repeat(1_000));
        }
        response.write(true, ByteBuffer.allocate(0), callback);
      }
      case "/hang" -> request.addFailureListener(callback::failed);
      default -> {
        var version = request.getConnectionMetaData().getHttpVersion().asString();
        var text = version + " " + request.getHttpURI().getAuthority();
        response.write(true, ByteBuffer.wrap(text.getBytes(UTF_8)), callback);
      }
    }
  }

  private Connection.Listener counter() {
    return new Connection.Listener() {
      @Override
      public void onOpened(Connection connection) {
        if (connection.getClass().getSimpleName().startsWith("HTTP2")) {
          connections.incrementAndGet();
        }
      }
    };
  }
}

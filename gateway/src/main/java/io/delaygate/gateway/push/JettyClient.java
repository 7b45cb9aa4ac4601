package io.delaygate.gateway.push;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.HttpClientTransport;
import org.eclipse.jetty.client.MultiplexConnectionPool;
import org.eclipse.jetty.client.ProxyAuthenticationProtocolHandler;
import org.eclipse.jetty.client.RedirectProtocolHandler;
import org.eclipse.jetty.client.UpgradeProtocolHandler;
import org.eclipse.jetty.client.WWWAuthenticationProtocolHandler;
import org.eclipse.jetty.client.transport.HttpClientConnectionFactory;
import org.eclipse.jetty.client.transport.HttpClientTransportDynamic;
import org.eclipse.jetty.http.HttpCookieStore;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http2.HTTP2Connection;
import org.eclipse.jetty.http2.client.HTTP2Client;
import org.eclipse.jetty.http2.client.transport.ClientConnectionFactoryOverHTTP2;
import org.eclipse.jetty.io.ClientConnector;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/**
 * Builder of Jetty's client for endpoints: HTTP/1.1 and HTTP/2, and nothing that a browser does
 * besides: no redirects, cookies, logins, proxies or compressed answers.
 */
final class JettyClient {
  /** Threads of all calls: they only move bytes and encrypt, and nothing blocks on them. */
  static final int MAX_THREADS = 32;

  static final int MIN_THREADS = 2;

  /** Most bytes of the headers of a call or an answer: twice what servers usually take. */
  private static final int MAX_HEADER_BYTES = 16 * 1024;

  /** After which a name that moved is followed even though its old address still answers. */
  private static final Duration MAX_CONNECTION_AGE = Duration.ofMinutes(5);

  /** What an endpoint that speaks HTTP/2 may send before we look: no more than we read. */
  private static final int STREAM_WINDOW_BYTES = AnswerReader.MAX_BODY_BYTES;

  private static final int SESSION_WINDOW_BYTES = 1024 * 1024;

  private static final long STOP_MS = 1_000;

  private JettyClient() {}

  static HttpClient of(CallerConfig config, CheckedResolver resolver, QueuedThreadPool threads) {
    var connector = new ClientConnector();
    connector.setSelectors(1);
    connector.setSslContextFactory(trusting(config.authorities()));
    var client = new HttpClient(transport(connector, config));
    client.setExecutor(threads);
    client.setSocketAddressResolver(resolver);
    client.setConnectTimeout(config.connectTimeout().toMillis());
    client.setIdleTimeout(config.idleTimeout().toMillis());
    client.setDestinationIdleTimeout(2 * config.idleTimeout().toMillis());
    // as many as calls: none waits for a connection, also if many endpoints have one host
    client.setMaxConnectionsPerDestination(config.maxCalls());
    client.setMaxRequestsQueuedPerDestination(config.maxCalls());
    client.setMaxRequestHeadersSize(MAX_HEADER_BYTES);
    client.setMaxResponseHeadersSize(MAX_HEADER_BYTES);
    client.setFollowRedirects(false);
    client.setHttpCookieStore(new HttpCookieStore.Empty());
    client.setUserAgentField(new HttpField(HttpHeader.USER_AGENT, userAgent()));
    threads.setStopTimeout(STOP_MS);
    client.addBean(new Http2Idle());
    return client;
  }

  /** Listener that lets connections of HTTP/2 live: Jetty's idle time-out would end their calls. */
  private static final class Http2Idle implements Connection.Listener {
    @Override
    public void onOpened(Connection connection) {
      if (connection instanceof HTTP2Connection) {
        connection.getEndPoint().setIdleTimeout(CallerConfig.HTTP2_IDLE.toMillis());
      }
    }
  }

  static void start(HttpClient client) {
    try {
      client.start();
    } catch (Exception failure) {
      throw new IllegalStateException("the client of endpoints does not start", failure);
    }
    // both are filled during the start
    client.getContentDecoderFactories().clear();
    var handlers = client.getProtocolHandlers();
    handlers.remove(RedirectProtocolHandler.NAME);
    handlers.remove(WWWAuthenticationProtocolHandler.NAME);
    handlers.remove(ProxyAuthenticationProtocolHandler.NAME);
    handlers.remove(new UpgradeProtocolHandler().getName());
  }

  static void stop(HttpClient client) {
    try {
      client.stop();
    } catch (Exception failure) {
      throw new IllegalStateException("the client of endpoints does not stop", failure);
    }
  }

  private static HttpClientTransport transport(ClientConnector connector, CallerConfig config) {
    var http2 = new HTTP2Client(connector);
    http2.setMaxRequestHeadersSize(MAX_HEADER_BYTES);
    http2.setMaxResponseHeadersSize(MAX_HEADER_BYTES);
    http2.setInitialStreamRecvWindow(STREAM_WINDOW_BYTES);
    http2.setInitialSessionRecvWindow(SESSION_WINDOW_BYTES);
    var transport =
        new HttpClientTransportDynamic(
            connector,
            HttpClientConnectionFactory.HTTP11,
            new ClientConnectionFactoryOverHTTP2.HTTP2(http2));
    transport.setConnectionPoolFactory(
        destination -> {
          var pool = new MultiplexConnectionPool(destination, config.maxCalls(), 1);
          pool.setMaxDuration(MAX_CONNECTION_AGE.toMillis());
          return pool;
        });
    return transport;
  }

  /** TLS that trusts what Java trusts and these, and that checks the name of the host. */
  private static SslContextFactory.Client trusting(List<X509Certificate> authorities) {
    try {
      var store = KeyStore.getInstance(KeyStore.getDefaultType());
      store.load(null, null);
      var all = new ArrayList<>(trustedByJava());
      all.addAll(authorities);
      for (var i = 0; i < all.size(); i++) {
        store.setCertificateEntry("authority-" + i, all.get(i));
      }
      var tls = new SslContextFactory.Client();
      tls.setTrustStore(store);
      tls.setEndpointIdentificationAlgorithm("HTTPS");
      return tls;
    } catch (GeneralSecurityException | IOException failure) {
      throw new IllegalStateException("the trusted certificates cannot be used", failure);
    }
  }

  private static List<X509Certificate> trustedByJava() throws GeneralSecurityException {
    var factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init((KeyStore) null);
    var trusted = new ArrayList<X509Certificate>();
    for (var manager : factory.getTrustManagers()) {
      if (manager instanceof X509TrustManager x509) {
        trusted.addAll(List.of(x509.getAcceptedIssuers()));
      }
    }
    return trusted;
  }

  private static String userAgent() {
    var version = Optional.ofNullable(JettyClient.class.getPackage().getImplementationVersion());
    return "Delaygate" + version.map(it -> "/" + it).orElse("");
  }
}

package io.delaygate.service.http;

import io.javalin.config.JavalinConfig;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.jspecify.annotations.Nullable;

/** Listener of a port for few callers: probes, scrapers or gateways. */
public final class BoundedPort {
  private BoundedPort() {}

  /**
   * Makes a server listen, in clear.
   *
   * @param port 0 for any that is free
   * @param bounds of the port, without slots
   */
  public static void open(
      JavalinConfig config, String host, int port, BoundedConnector.Bounds bounds) {
    open(config, host, port, null, bounds);
  }

  /**
   * Makes a server listen.
   *
   * @param port 0 for any that is free
   * @param tls null for none
   * @param bounds of the port, without slots
   */
  public static void open(
      JavalinConfig config,
      String host,
      int port,
      SslContextFactory.@Nullable Server tls,
      BoundedConnector.Bounds bounds) {
    config.jetty.addConnector(
        (server, http) -> {
          var connector = new BoundedConnector(server, tls, http, bounds);
          connector.setHost(host);
          connector.setPort(port);
          return connector;
        });
    config.jetty.modifyHttpConfiguration(http -> http.addCustomizer(new MethodOverrideFilter()));
    config.jetty.modifyServer(
        server -> {
          server.insertHandler(new EagerBodyHandler());
          server.insertHandler(new ArrivalHandler(request -> false));
        });
  }
}

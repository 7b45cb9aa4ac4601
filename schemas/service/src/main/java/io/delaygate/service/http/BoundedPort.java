package io.delaygate.service.http;

import io.javalin.config.JavalinConfig;

/** Listener of a server of the few who know it: probes, scrapers, or gateways. */
public final class BoundedPort {
  private BoundedPort() {}

  /**
   * Makes a server listen, in clear.
   *
   * @param port 0 for any that is free
   * @param connections how many at most; above, those without a call are closed, the oldest first
   */
  public static void open(JavalinConfig config, String host, int port, int connections) {
    config.jetty.addConnector(
        (server, http) -> {
          var bounds = new BoundedConnector.Bounds(connections, null, BoundedConnector.ARRIVAL);
          var connector = new BoundedConnector(server, null, http, bounds);
          connector.setHost(host);
          connector.setPort(port);
          return connector;
        });
    config.jetty.modifyServer(
        server -> {
          server.insertHandler(new EagerBodyHandler());
          server.insertHandler(new ArrivalHandler(request -> false));
        });
  }
}

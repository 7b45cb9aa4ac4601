package io.delaygate.scheduler.ops;

import io.javalin.config.JavalinConfig;
import org.eclipse.jetty.server.NetworkConnectionLimit;

/** Limit on the connections of an HTTP port of the scheduler. */
public final class BoundedPort {
  /** While the limit is reached, connections that are idle for this time are closed. */
  private static final long IDLE_WHEN_FULL_MS = 1_000;

  private BoundedPort() {}

  /** Limits the connections of a server; above the limit, callers wait to be connected. */
  public static void limit(JavalinConfig config, int connections) {
    config.jetty.modifyServer(
        server -> {
          var limit = new NetworkConnectionLimit(connections, server);
          limit.setEndPointIdleTimeout(IDLE_WHEN_FULL_MS);
          server.addBean(limit);
        });
  }
}

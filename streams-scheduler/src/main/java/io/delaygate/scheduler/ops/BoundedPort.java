package io.delaygate.scheduler.ops;

import io.javalin.config.JavalinConfig;
import org.eclipse.jetty.server.NetworkConnectionLimit;

/** Bounds how many connections a port of the scheduler holds. */
public final class BoundedPort {
  /** While there are as many as may be, those that are idle for so long are closed. */
  private static final long IDLE_WHEN_FULL_MS = 1_000;

  private BoundedPort() {}

  /** Above that many, callers wait to be connected. */
  public static void limit(JavalinConfig config, int connections) {
    config.jetty.modifyServer(
        server -> {
          var limit = new NetworkConnectionLimit(connections, server);
          limit.setEndPointIdleTimeout(IDLE_WHEN_FULL_MS);
          server.addBean(limit);
        });
  }
}

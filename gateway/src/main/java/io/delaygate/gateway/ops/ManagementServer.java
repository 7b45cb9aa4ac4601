package io.delaygate.gateway.ops;

import io.delaygate.gateway.http.HttpServer;
import io.delaygate.gateway.http.ProblemMapper.Wording;
import io.delaygate.gateway.http.Tls;
import io.delaygate.gateway.settings.GatewaySettings;
import io.delaygate.service.http.BoundedConnector;
import io.delaygate.service.http.BoundedPort;
import io.delaygate.service.shutdown.ShutdownSteps;
import io.javalin.Javalin;
import io.javalin.config.RoutesConfig;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.jspecify.annotations.Nullable;
import org.slf4j.event.Level;

/**
 * HTTP server of health and metrics on a port of their own, with connections and threads that no
 * caller of another port can take. It is closed last, so that a gateway that stops is seen to be
 * alive and not ready until its end.
 */
public final class ManagementServer {
  /**
   * Largest number of connections, below that of threads: checks of readiness wait for brokers and
   * must not use up all. One more closes the one without a call that is oldest.
   */
  private static final int CONNECTIONS_MAX = 200;

  private static final int THREADS_MAX = 250;

  private static final int THREADS_MIN = 4;

  private volatile @Nullable Javalin server;

  /**
   * Serves nothing before {@link #start}.
   *
   * @param opened nothing may be added to it before, so that this is closed last
   */
  public ManagementServer(ShutdownSteps opened) {
    opened.add("management", deadline -> stop());
  }

  /**
   * Binds the port and serves these routes, by HTTPS if the other ports do.
   *
   * @param http whose answers it gives
   * @param ticker monotonic nanoseconds
   */
  public Javalin start(
      GatewaySettings settings,
      HttpServer http,
      LongSupplier ticker,
      Consumer<RoutesConfig> routes) {
    var tls = http.tls().map(Tls::factory).orElse(null); // null: in clear
    var bounds = BoundedConnector.bounds(CONNECTIONS_MAX, ticker);
    var threads = new QueuedThreadPool(THREADS_MAX, THREADS_MIN);
    threads.setName("management");
    var started =
        Javalin.create(
            config -> {
              http.answer(config, Wording.OWN, () -> Level.DEBUG);
              config.jetty.threadPool = threads;
              BoundedPort.open(config, settings.host(), settings.managementPort(), tls, bounds);
              routes.accept(config.routes);
            });
    server = started; // a start that fails is stopped, too
    return started.start();
  }

  private void stop() {
    var started = server;
    if (started != null) {
      started.stop();
    }
  }
}

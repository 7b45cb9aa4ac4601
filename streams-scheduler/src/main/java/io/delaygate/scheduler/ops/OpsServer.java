package io.delaygate.scheduler.ops;

import io.delaygate.service.http.BoundedConnector;
import io.delaygate.service.http.BoundedPort;
import io.delaygate.service.http.SiteRule;
import io.javalin.Javalin;
import io.javalin.http.Context;
import io.javalin.http.ForbiddenResponse;
import io.prometheus.client.CollectorRegistry;
import io.prometheus.client.exporter.common.TextFormat;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** HTTP server of metrics and health: {@code /metrics}, {@code /healthz} and {@code /readyz}. */
public final class OpsServer implements AutoCloseable {
  /**
   * Largest number of connections. Probes and scrapers are few; it is below the number of server
   * threads, so that connections cannot use up all of these. One more closes the one without a call
   * that is oldest.
   */
  static final int CONNECTIONS_MAX = 200;

  private final Javalin server;

  /**
   * Address of the server.
   *
   * @param host to bind
   * @param port 0 for any free port
   * @param hosts names by which it may be called
   */
  public record Address(String host, int port, List<String> hosts) {}

  /**
   * Starts the server.
   *
   * @param ticker monotonic nanoseconds
   */
  public OpsServer(
      Address address, CollectorRegistry registry, Supplier<Health> health, LongSupplier ticker) {
    var bounds = BoundedConnector.bounds(CONNECTIONS_MAX, ticker);
    var sites = new SiteRule(address.hosts());
    server =
        Javalin.create(
                config -> {
                  config.startup.showJavalinBanner = false;
                  BoundedPort.open(config, address.host(), address.port(), bounds);
                  config.routes.before(context -> check(context, sites));
                  config.routes.get("/metrics", context -> metrics(context, registry));
                  config.routes.get("/healthz", context -> live(context, health.get()));
                  config.routes.get("/readyz", context -> ready(context, health.get()));
                })
            .start();
  }

  /** Port of the server. */
  public int port() {
    return server.port();
  }

  @Override
  public void close() {
    server.stop();
  }

  private static void check(Context context, SiteRule sites) {
    var refusal = sites.refusal(SiteRule.Call.of(context));
    if (refusal.isPresent()) {
      throw new ForbiddenResponse(refusal.get().text());
    }
  }

  private static void live(Context context, Health health) {
    context.status(health.live() ? 200 : 503).result(health.liveText() + "\n");
  }

  private static void ready(Context context, Health health) {
    context.status(health.ready() ? 200 : 503).result(health.readyText() + "\n");
  }

  private static void metrics(Context context, CollectorRegistry registry) {
    var contentType = TextFormat.chooseContentType(context.header("Accept"));
    var text = new StringWriter();
    try {
      TextFormat.writeFormat(contentType, text, registry.metricFamilySamples());
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    context.contentType(contentType).result(text.toString());
  }
}

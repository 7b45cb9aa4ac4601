package io.delaygate.scheduler.ops;

import io.javalin.Javalin;
import io.javalin.http.Context;
import io.prometheus.client.CollectorRegistry;
import io.prometheus.client.exporter.common.TextFormat;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.function.Supplier;

/** The scheduler's small HTTP port: {@code /metrics}, {@code /healthz}, {@code /readyz}. */
public final class OpsServer implements AutoCloseable {
  private final Javalin server;

  /**
   * Starts to serve.
   *
   * @param port 0 takes any free one
   */
  public OpsServer(String host, int port, CollectorRegistry registry, Supplier<Health> health) {
    server =
        Javalin.create(
                config -> {
                  config.startup.showJavalinBanner = false;
                  config.routes.get("/metrics", context -> metrics(context, registry));
                  config.routes.get("/healthz", c -> answer(c, health.get().live(), health.get()));
                  config.routes.get("/readyz", c -> answer(c, health.get().ready(), health.get()));
                })
            .start(host, port);
  }

  /** The port that is served. */
  public int port() {
    return server.port();
  }

  @Override
  public void close() {
    server.stop();
  }

  private static void answer(Context context, boolean good, Health health) {
    context.status(good ? 200 : 503).result(health.text() + "\n");
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

  /**
   * How the scheduler is.
   *
   * @param live false asks for a restart
   * @param ready false while it does not deliver, for example when restoring
   * @param text one line for people
   */
  public record Health(boolean live, boolean ready, String text) {}
}

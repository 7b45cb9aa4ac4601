package io.delaygate.gateway.app;

import io.delaygate.gateway.app.Wiring.HttpServers;
import io.delaygate.gateway.http.Lifetime;
import io.delaygate.gateway.ops.GatewayMetrics;
import io.delaygate.gateway.ops.ManagementServer;
import io.delaygate.gateway.ops.Readiness;
import io.delaygate.gateway.settings.GatewaySettings;
import io.delaygate.service.background.BackgroundFailures;
import io.delaygate.service.logging.LogKey;
import io.delaygate.service.settings.SettingsException;
import io.delaygate.service.shutdown.Deadline;
import io.delaygate.service.shutdown.ShutdownSteps;
import io.javalin.Javalin;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Running gateway: HTTP servers and Kafka clients, started together and stopped in order. Several
 * may run in one JVM.
 */
public final class Gateway implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Gateway.class);

  /**
   * Time of a stop besides {@code shutdown.grace.ms}, for queues before it and Kafka's clients
   * after it: 2 s less than the chart gives a pod.
   */
  public static final Duration STOP = Duration.ofSeconds(8);

  private final HttpServers servers;
  private final Readiness readiness;
  private final ShutdownSteps opened;
  private final Supplier<Deadline> deadline;
  private final AtomicBoolean closed = new AtomicBoolean();

  /** Settings, environment, lifetime and metrics that all installations share. */
  record Parts(
      GatewaySettings settings, Environment given, Lifetime lifetime, GatewayMetrics metrics) {}

  private Gateway(
      HttpServers servers, Wiring wiring, ShutdownSteps opened, Supplier<Deadline> deadline) {
    this.servers = servers;
    this.readiness = wiring.own.readiness;
    this.opened = opened;
    this.deadline = deadline;
  }

  /**
   * Starts a gateway with these settings. Does not wait for Kafka: {@code /readyz} tells when it is
   * available.
   *
   * @param clock to judge due times by; relative delays count from the broker's clock
   * @param ticker monotonic nanoseconds, for the age of topic metadata and the time that outcomes
   *     take
   * @throws SettingsException if a file that the settings name cannot be used
   */
  public static Gateway start(GatewaySettings settings, Clock clock, LongSupplier ticker) {
    var given = new Environment(clock, ticker, new SecureRandom());
    return start(settings, given, lifetime -> KafkaClients.cluster(settings, ticker, lifetime));
  }

  /**
   * Starts a gateway with the given Kafka clients; if that fails, all that was opened is closed.
   */
  static Gateway start(
      GatewaySettings settings,
      Environment given,
      Function<Lifetime, KafkaClients.Connector> connect) {
    var opened = new ShutdownSteps();
    var lifetime = new Lifetime(new BackgroundFailures(given.ticker()), opened);
    var most = settings.shutdownGrace().plus(STOP);
    Supplier<Deadline> deadline = () -> Deadline.in(most, given.ticker());
    try {
      var management = new ManagementServer(opened);
      var parts = new Parts(settings, given, lifetime, new GatewayMetrics(given.ticker()));
      var wiring = new Wiring(parts, connect.apply(lifetime));
      var servers = wiring.serve(management);
      tell(settings, servers.own().port());
      return new Gateway(servers, wiring, opened, deadline);
    } catch (RuntimeException | Error failed) {
      opened.closeAfter(failed, deadline.get());
      throw failed;
    }
  }

  private static void tell(GatewaySettings settings, int port) {
    LOG.atInfo()
        .addKeyValue(LogKey.HOST.key(), settings.host())
        .addKeyValue(LogKey.PORT.key(), port)
        .log("Serving");
    if (settings.letsInEverybody()) {
      LOG.atWarn()
          .addKeyValue(LogKey.HOST.key(), settings.host())
          .log("Authentication is off: every client that reaches this address may make all calls");
    }
  }

  /** Every {@code METHOD /path} that is served. */
  List<String> routes() {
    return servers.own().unsafe.internalRouter.allHttpHandlers().stream()
        .map(route -> route.endpoint)
        .filter(endpoint -> endpoint.method.isHttpMethod())
        .map(endpoint -> endpoint.method.name() + " " + endpoint.path)
        .toList();
  }

  /** The port that is bound. */
  public int port() {
    return servers.own().port();
  }

  /** The port for clients of lmstfy; empty for none. */
  public OptionalInt lmstfyPort() {
    return port(servers.lmstfy());
  }

  /** The port for administrators of lmstfy; empty for none. */
  public OptionalInt lmstfyAdminPort() {
    return port(servers.lmstfyAdmin());
  }

  /** The port of health and metrics alone; empty where they are on {@link #port}. */
  public OptionalInt managementPort() {
    return port(servers.management());
  }

  private static OptionalInt port(@Nullable Javalin server) {
    return server == null ? OptionalInt.empty() : OptionalInt.of(server.port());
  }

  /**
   * Stops in order: reports not ready, takes no new calls, waits for answers in flight up to the
   * grace, outcomes included, then closes Kafka, and last the management port; all within the grace
   * and {@link #STOP}. A second call does nothing.
   */
  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      readiness.drain();
      LOG.atInfo().log("Draining: waiting until the calls in flight are answered");
      opened.close(deadline.get());
      LOG.atInfo().log("Stopped");
    }
  }
}

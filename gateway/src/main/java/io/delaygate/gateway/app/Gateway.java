package io.delaygate.gateway.app;

import io.delaygate.gateway.ops.Readiness;
import io.delaygate.gateway.settings.GatewaySettings;
import io.delaygate.schemas.background.BackgroundFailures;
import io.delaygate.schemas.logging.LogKey;
import io.delaygate.schemas.settings.SettingsException;
import io.javalin.Javalin;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A running gateway: wires the steps of a call and stops them in order. Several may run in one JVM.
 */
public final class Gateway implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Gateway.class);

  private final Servers servers;
  private final Readiness readiness;
  private final List<Runnable> closings;
  private final AtomicBoolean closed = new AtomicBoolean();

  private Gateway(Servers servers, Readiness readiness, List<Runnable> closings) {
    this.servers = servers;
    this.readiness = readiness;
    this.closings = closings;
  }

  /**
   * Serves as the settings say. Does not wait for Kafka: {@code /readyz} tells when it is there.
   *
   * @param clock what due times are judged by; relative delays count from the broker's clock
   * @param ticker monotonic nanoseconds: how fresh is what we know of topics, how long do outcomes
   *     take
   * @throws SettingsException if a file that they name cannot be used
   */
  public static Gateway start(GatewaySettings settings, Clock clock, LongSupplier ticker) {
    var given = new TimeAndChance(clock, ticker, new SecureRandom());
    return start(settings, given, failures -> KafkaSide.connect(settings, ticker, failures));
  }

  /** Serves with the given Kafka side, which is the gateway's from now on. */
  static Gateway start(
      GatewaySettings settings,
      TimeAndChance given,
      Function<BackgroundFailures, KafkaSide> connect) {
    var failures = new BackgroundFailures(given.ticker());
    var kafka = connect.apply(failures);
    try {
      return start(new Wiring(settings, given, kafka, failures));
    } catch (RuntimeException failed) {
      kafka.close();
      throw failed;
    }
  }

  private static Gateway start(Wiring wiring) {
    var settings = wiring.settings();
    var handlers = wiring.handlers();
    var servers = wiring.serve(handlers);
    tell(settings, servers.own().port());
    return new Gateway(servers, wiring.readiness(), wiring.closings());
  }

  private static void tell(GatewaySettings settings, int port) {
    LOG.atInfo()
        .addKeyValue(LogKey.HOST.key(), settings.host())
        .addKeyValue(LogKey.PORT.key(), port)
        .log("Serving");
    if (settings.letsInEverybody()) {
      LOG.atWarn()
          .addKeyValue(LogKey.HOST.key(), settings.host())
          .log("Whoever reaches this address may call everything");
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

  private static OptionalInt port(@Nullable Javalin server) {
    return server == null ? OptionalInt.empty() : OptionalInt.of(server.port());
  }

  /**
   * Stops: not ready, no new calls, answers in flight up to the grace, outcomes included, then
   * Kafka. Returns when all is closed; a second call does nothing.
   */
  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      readiness.drain();
      LOG.atInfo().log("Draining: waiting for answers in flight");
      closings.forEach(Runnable::run);
      LOG.atInfo().log("Stopped");
    }
  }
}

package io.delaygate.gateway.app;

import io.delaygate.gateway.access.AccessGuard;
import io.delaygate.gateway.access.AuditLog;
import io.delaygate.gateway.access.ShareNames;
import io.delaygate.gateway.access.WhoAmIHandler;
import io.delaygate.gateway.console.Console;
import io.delaygate.gateway.http.HttpServer;
import io.delaygate.gateway.http.ProblemMapper.Wording;
import io.delaygate.gateway.lmstfy.Lmstfy;
import io.delaygate.gateway.lmstfy.LmstfyPool;
import io.delaygate.gateway.ops.GatewayMeter;
import io.delaygate.gateway.ops.ManagementServer;
import io.delaygate.gateway.ops.Probes;
import io.delaygate.gateway.queues.QueueDispatcher;
import io.javalin.Javalin;
import io.javalin.config.RoutesConfig;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import org.slf4j.event.Level;

/**
 * Wiring of a gateway: its installations, behind the one HTTP server that they share. Used once.
 */
final class Wiring {
  private final Gateway.Parts gateway;
  private final HttpServer http;
  final Installation own;
  private final InstallationHandlers calls;

  /** Pools besides the own one, which only clients of lmstfy reach. */
  private final Map<Installation, InstallationHandlers> pools = new LinkedHashMap<>();

  Wiring(Gateway.Parts gateway, KafkaClients.Connector kafka) {
    this.gateway = gateway;
    var settings = gateway.settings();
    var lifetime = gateway.lifetime();
    this.own =
        new Installation(settings.own(), kafka.connect(settings.own()), gateway, this::access);
    lifetime.opened().add("tokens", deadline -> own.access.close());
    var others =
        settings.pools().stream()
            .map(pool -> new Installation(pool, kafka.connect(pool), gateway, this::poolAccess))
            .toList();
    this.http =
        new HttpServer(
            settings, gateway.metrics(), lifetime, gateway.given().ticker(), AuditLog::answered);
    var rules = EndpointRules.of(settings.endpoints(), gateway);
    var calling = new EndpointCalls(settings.endpoints(), rules, gateway);
    others.forEach(pool -> pools.put(pool, new InstallationHandlers(pool, gateway, calling, http)));
    this.calls = new InstallationHandlers(own, gateway, calling, http);
    watch(calling);
  }

  private AccessGuard access(ShareNames shares) {
    return gateway
        .settings()
        .tokensFile()
        .map(file -> AccessGuard.byTokens(file, shares, gateway.lifetime().failures()))
        .orElseGet(() -> AccessGuard.open(shares));
  }

  /** Tokens of the file belong to the gateway, so they are valid for each pool. */
  private AccessGuard poolAccess(ShareNames shares) {
    return own.access.withTokensOf(shares);
  }

  private void watch(EndpointCalls calling) {
    var all = new ArrayList<>(List.of(own));
    all.addAll(pools.keySet());
    var dispatchers = new ArrayList<>(List.of(calls.dispatcher));
    pools.values().forEach(pool -> dispatchers.add(pool.dispatcher));
    var metrics = gateway.metrics();
    metrics.watch(gateway.lifetime().failures());
    metrics.gauge(GatewayMeter.INFLIGHT_BYTES, () -> sum(all, one -> one.inflight.held()));
    metrics.gauge(GatewayMeter.WAITING, () -> sum(all, one -> one.replies.waiting()));
    metrics.gauge(GatewayMeter.QUEUE_CALLERS, () -> sum(dispatchers, QueueDispatcher::waiting));
    metrics.gauge(GatewayMeter.QUEUES_READ, () -> sum(dispatchers, QueueDispatcher::queues));
    metrics.gauge(GatewayMeter.OUTCOMES_READY, () -> own.replies.obstacle().isEmpty() ? 1 : 0);
    metrics.gauge(GatewayMeter.LIVE_GATEWAYS, own.kafka.gateways()::getAsInt);
    metrics.gauge(GatewayMeter.ENDPOINT_INFLIGHT, calling::inFlight);
    metrics.watchEndpoints(calls.endpoints::broken);
    metrics.gauge(GatewayMeter.ENDPOINT_OLD_KEYS, calls.endpoints::sealedByOldKeys);
    metrics.watchOperations(own.notes::states);
    metrics.gauge(GatewayMeter.CONNECTIONS, http::connections);
    metrics.gauge(GatewayMeter.ANSWER_BYTES, http::answerBytes);
    http.tls()
        .ifPresent(
            tls -> metrics.gauge(GatewayMeter.CERTIFICATE_EXPIRY, () -> tls.expiresMs() / 1e3));
    metrics.watchPools(obstacles());
  }

  private static <T> long sum(List<T> all, ToLongFunction<T> number) {
    return all.stream().mapToLong(number).sum();
  }

  private Map<String, Supplier<Optional<String>>> obstacles() {
    var obstacles = new LinkedHashMap<String, Supplier<Optional<String>>>();
    pools.keySet().forEach(pool -> obstacles.put(pool.settings.pool(), pool::obstacle));
    return obstacles;
  }

  /**
   * The other pools together may hold half of the threads; the rest is left to the own
   * installation.
   */
  private Lmstfy lmstfy(Probes probes) {
    var byName = new LinkedHashMap<String, LmstfyPool>();
    var ownPool = calls.pool(HttpServer.THREADS_MAX);
    gateway.settings().lmstfy().ownNames().forEach(name -> byName.put(name, ownPool));
    var threads = HttpServer.THREADS_MAX / 2 / Math.max(1, pools.size());
    pools.forEach((pool, poolCalls) -> byName.put(pool.settings.pool(), poolCalls.pool(threads)));
    return new Lmstfy(gateway.settings(), own.access, byName, probes::metrics);
  }

  /**
   * Starts to serve calls, and to read the topics that they need.
   *
   * @param management serves health and metrics where they have a port of their own
   */
  HttpServers serve(ManagementServer management) {
    var settings = gateway.settings();
    var probes =
        new Probes(
            own.readiness,
            own.replies::obstacle,
            own.decisions::obstacle,
            obstacles(),
            gateway.metrics());
    var lmstfy = lmstfy(probes);
    var isManaged = settings.managementPort() >= 0;
    var routes =
        new Routes(
            own.access,
            calls,
            new WhoAmIHandler(own.access, own.names.requests()),
            settings.servesConsole() ? Optional.of(Console.load()) : Optional.empty(),
            isManaged ? Optional.empty() : Optional.of(probes));
    var servers =
        new HttpServers(
            Objects.requireNonNull(
                start(settings.port(), Wording.OWN, () -> Level.DEBUG, routes::add)),
            start(settings.lmstfy().port(), Lmstfy.WORDING, lmstfy::callLog, lmstfy::add),
            start(
                settings.lmstfy().adminPort(),
                Lmstfy.ADMIN_WORDING,
                lmstfy::callLog,
                lmstfy::addAdmin),
            isManaged
                ? management.start(
                    settings,
                    http,
                    gateway.given().ticker(),
                    its -> Routes.manage(its, own.access, probes))
                : null);
    own.start();
    pools.keySet().forEach(Installation::start);
    calls.endpoints.startCalls();
    pools.values().forEach(pool -> pool.endpoints.startCalls());
    calls.operations.runner().start();
    pools.values().forEach(pool -> pool.operations.runner().start());
    return servers;
  }

  private @Nullable Javalin start(
      int port, Wording wording, Supplier<Level> calls, Consumer<RoutesConfig> routes) {
    return port < 0
        ? null
        : http.start(
            new HttpServer.Door(port, wording, calls, config -> routes.accept(config.routes)));
  }

  /**
   * Running HTTP servers, one for each port.
   *
   * @param own native calls
   * @param lmstfy calls of clients of lmstfy; null for none
   * @param lmstfyAdmin calls of administrators of lmstfy; null for none
   * @param management health and metrics; null where they are on the port of native calls
   */
  record HttpServers(
      Javalin own,
      @Nullable Javalin lmstfy,
      @Nullable Javalin lmstfyAdmin,
      @Nullable Javalin management) {}
}

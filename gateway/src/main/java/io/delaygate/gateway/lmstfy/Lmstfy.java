package io.delaygate.gateway.lmstfy;

import io.delaygate.gateway.access.AccessGuard;
import io.delaygate.gateway.http.ProblemMapper;
import io.delaygate.gateway.settings.GatewaySettings;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Handler;
import java.util.Map;
import java.util.Objects;
import org.slf4j.event.Level;

/**
 * HTTP API compatible with lmstfy, on two ports: calls about queues, and calls of administrators.
 */
public final class Lmstfy {
  /** Wording of problems in calls about queues. */
  public static final ProblemMapper.Wording WORDING = new LmstfyProblems();

  /** Wording of problems in calls of administrators. */
  public static final ProblemMapper.Wording ADMIN_WORDING = new LmstfyProblems.OfAdmins();

  private final Pools<LmstfyRoutes.Handlers> handlers;
  private final AdminRoutes admin;

  /**
   * Creates the API.
   *
   * @param access decides which callers are administrators, of all pools
   * @param byName pools by name, the default one among them; several names may belong to one pool
   * @param metrics the gateway's own
   */
  public Lmstfy(
      GatewaySettings settings,
      AccessGuard access,
      Map<String, LmstfyPool> byName,
      Handler metrics) {
    var pools = new Pools<>(byName);
    this.handlers = pools.map(pool -> pool.handlers(settings));
    var tokens = new PoolTokens(pools.map(LmstfyPool::tokens));
    var steps = Objects.requireNonNull(byName.get(Pools.DEFAULT)).steps();
    this.admin =
        new AdminRoutes(
            access,
            new AdminTokens(tokens),
            new AdminLimits(tokens, steps.bodies(), steps.later().inflight()),
            new AdminInfo(pools),
            metrics);
  }

  /** Adds the routes about queues. */
  public void add(RoutesConfig routes) {
    LmstfyRoutes.add(routes, handlers);
  }

  /** Adds the routes of administrators. */
  public void addAdmin(RoutesConfig routes) {
    admin.add(routes);
  }

  /** The level at which answered calls are logged at present. */
  public Level callLog() {
    return admin.facts().callLog();
  }
}

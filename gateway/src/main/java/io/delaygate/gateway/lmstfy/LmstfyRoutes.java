package io.delaygate.gateway.lmstfy;

import io.delaygate.gateway.access.Role;
import io.delaygate.gateway.http.CallTrace;
import io.delaygate.gateway.http.ProblemException;
import io.delaygate.gateway.lmstfy.LmstfyAccess.Mark;
import io.delaygate.gateway.schedulers.QueueJobState;
import io.delaygate.schemas.contract.ReasonCode;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.Handler;
import io.javalin.security.RouteRole;
import java.util.function.Function;

/**
 * Table of all routes about queues. {@code HEAD} is not served: it gets the same 404 as a wrong
 * path.
 */
final class LmstfyRoutes {
  private static final String QUEUE = LmstfyPath.PREFIX + "{namespace}/{queue}";
  private static final String JOB = QUEUE + "/job/{job}";
  private static final String LETTERS = QUEUE + "/deadletter";

  static final Handler NOWHERE =
      ctx -> {
        throw new ProblemException(ReasonCode.NOT_FOUND, "this path does not exist");
      };

  private LmstfyRoutes() {}

  /**
   * Handlers of calls about the queues of one pool.
   *
   * @param threads HTTP threads that they may hold
   */
  record Handlers(
      PoolThreadLimiter threads,
      LmstfyAccess entrance,
      PublishHandler publish,
      ConsumeHandler consume,
      AckHandler ack,
      ShowQueueHandler show,
      ClearQueueHandler clear) {}

  static void add(RoutesConfig routes, Pools<Handlers> pools) {
    routes.before(LmstfyPath.PREFIX + "*", LmstfyPath::of);
    routes.beforeMatched(ctx -> check(ctx, pools));
    routes.after(LmstfyPath.PREFIX + "*", LmstfyAccess::settle);
    routes.put(QUEUE, in(pools, of -> of.publish()::put), Role.WRITE, Mark.PUBLISHES);
    routes.put(QUEUE + "/bulk", in(pools, of -> of.publish()::bulk), Role.WRITE, Mark.PUBLISHES);
    routes.put(JOB, in(pools, of -> of.publish()::again), Role.WRITE);
    get(routes, QUEUE, in(pools, of -> of.consume()::get), Role.WRITE, Mark.CONSUMES);
    routes.delete(JOB, in(pools, of -> of.ack()::delete), Role.WRITE);
    get(routes, QUEUE + "/peek", in(pools, of -> of.show()::peek), Role.READ);
    get(routes, JOB, in(pools, of -> of.show()::job), Role.READ);
    get(routes, QUEUE + "/size", in(pools, of -> of.show().size(QueueJobState.READY)), Role.READ);
    get(routes, LETTERS, in(pools, of -> of.show()::letters), Role.READ);
    get(routes, LETTERS + "/size", in(pools, of -> of.show().size(QueueJobState.DEAD)), Role.READ);
    routes.delete(QUEUE, in(pools, of -> of.clear()::destroy), Role.WRITE);
    routes.put(LETTERS, in(pools, of -> of.clear()::respawn), Role.WRITE);
    routes.delete(LETTERS, in(pools, of -> of.clear()::discard), Role.WRITE);
  }

  /** Checks names, pool, token and limits, in the order of lmstfy. */
  private static void check(Context ctx, Pools<Handlers> pools) {
    if (!ctx.routeRoles().isEmpty()) {
      LmstfyPath.of(ctx).check(LmstfyAccess.consumes(ctx));
      pools.of(ctx).entrance().check(ctx);
    }
  }

  /** Handler of the pool that a call names, within the pool's share of threads. */
  private static Handler in(Pools<Handlers> pools, Function<Handlers, Handler> which) {
    return ctx -> {
      var of = pools.of(ctx);
      of.threads().handle(ctx, CallTrace.of(ctx).share(), which.apply(of));
    };
  }

  /** Adds a GET route. Without the second handler, Javalin would answer HEAD with 200. */
  static void get(RoutesConfig routes, String path, Handler handler, RouteRole... roles) {
    routes.get(path, handler, roles);
    routes.head(path, NOWHERE);
  }
}

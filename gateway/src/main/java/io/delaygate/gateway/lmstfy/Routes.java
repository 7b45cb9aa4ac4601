package io.delaygate.gateway.lmstfy;

import io.delaygate.gateway.access.Role;
import io.delaygate.gateway.http.ProblemException;
import io.delaygate.gateway.lmstfy.Entrance.Mark;
import io.delaygate.gateway.schedulers.QueueState;
import io.delaygate.schemas.contract.ReasonCode;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Handler;
import io.javalin.security.RouteRole;

/**
 * The table of all routes about queues. There is no {@code HEAD}: clients of lmstfy are told that
 * there is no such path.
 */
final class Routes {
  private static final String QUEUE = Place.PREFIX + "{namespace}/{queue}";
  private static final String JOB = QUEUE + "/job/{job}";
  private static final String LETTERS = QUEUE + "/deadletter";

  static final Handler NOWHERE =
      ctx -> {
        throw new ProblemException(ReasonCode.NOT_FOUND, "there is no such path");
      };

  private Routes() {}

  /** Who handles calls. */
  record Handlers(
      Entrance entrance,
      PublishJobs publish,
      ConsumeJobs consume,
      AckJob ack,
      ShowQueue show,
      ClearQueue clear) {}

  static void add(RoutesConfig routes, Handlers handlers) {
    routes.before(Place.PREFIX + "*", Place::of);
    routes.beforeMatched(
        ctx -> {
          if (!ctx.routeRoles().isEmpty()) {
            handlers.entrance().check(ctx);
          }
        });
    routes.after(Place.PREFIX + "*", handlers.entrance()::settle);
    routes.put(QUEUE, handlers.publish()::put, Role.WRITE, Mark.PUBLISHES);
    routes.put(QUEUE + "/bulk", handlers.publish()::bulk, Role.WRITE, Mark.PUBLISHES);
    routes.put(JOB, handlers.publish()::again, Role.WRITE);
    get(routes, QUEUE, handlers.consume()::get, Role.WRITE, Mark.CONSUMES);
    routes.delete(JOB, handlers.ack()::delete, Role.WRITE);
    var show = handlers.show();
    get(routes, QUEUE + "/peek", show::peek, Role.READ);
    get(routes, JOB, show::job, Role.READ);
    get(routes, QUEUE + "/size", show.size(QueueState.READY), Role.OPEN);
    get(routes, LETTERS, show::letters, Role.READ);
    get(routes, LETTERS + "/size", show.size(QueueState.DEAD), Role.OPEN);
    var clear = handlers.clear();
    routes.delete(QUEUE, clear::destroy, Role.WRITE);
    routes.put(LETTERS, clear::respawn, Role.WRITE);
    routes.delete(LETTERS, clear::discard, Role.WRITE);
  }

  /** Without this a HEAD would be answered 200 by itself. */
  static void get(RoutesConfig routes, String path, Handler handler, RouteRole... roles) {
    routes.get(path, handler, roles);
    routes.head(path, NOWHERE);
  }
}

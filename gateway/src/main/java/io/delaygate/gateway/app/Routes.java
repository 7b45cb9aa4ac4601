package io.delaygate.gateway.app;

import io.delaygate.gateway.cancel.CancelJob;
import io.delaygate.gateway.ops.Probes;
import io.delaygate.gateway.request.JobPath;
import io.delaygate.gateway.schedule.ScheduleJob;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Handler;

/** The table of all routes. */
final class Routes {
  private static final String JOB = JobPath.PREFIX + "{" + JobPath.FIELD + "}";

  private Routes() {}

  static void add(RoutesConfig routes, ScheduleJob schedule, CancelJob cancel, Probes probes) {
    routes.before(JobPath.PREFIX + "*", JobPath::check);
    routes.post("/v1/jobs", schedule::post);
    routes.put(JOB, schedule::put);
    routes.delete(JOB, cancel::delete);
    get(routes, "/healthz", probes::health);
    get(routes, "/readyz", probes::ready);
    get(routes, "/metrics", probes::metrics);
  }

  /** With HEAD, which would otherwise answer 200 without asking the handler. */
  private static void get(RoutesConfig routes, String path, Handler handler) {
    routes.get(path, handler);
    routes.head(path, handler);
  }
}

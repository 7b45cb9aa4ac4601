package io.delaygate.gateway.app;

import io.delaygate.gateway.batch.BulkKind;
import io.delaygate.gateway.openapi.OpenApi;
import io.delaygate.gateway.query.TopicPath;
import io.delaygate.gateway.request.JobPath;
import io.delaygate.schemas.contract.Op;
import io.delaygate.schemas.control.ControlKey.Kind;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Handler;
import java.util.List;

/** The table of all routes. */
final class Routes {
  private static final String JOB = JobPath.PREFIX + "{" + JobPath.FIELD + "}";

  private static final String TOPIC = TopicPath.PREFIX + "{topic}";

  private static final String LETTER = JobPath.LETTERS + "{" + JobPath.FIELD + "}";

  private Routes() {}

  static void add(RoutesConfig routes, Handlers handlers) {
    routes.before(JobPath.PREFIX + "*", JobPath::check);
    routes.before(JobPath.LETTERS + "*", JobPath::check);
    routes.before(TopicPath.PREFIX + "*", TopicPath::check);
    jobs(routes, handlers);
    manyJobs(routes, handlers.bulk());
    questions(routes, handlers.ask());
    control(routes, handlers.control());
    var probes = handlers.probes();
    get(routes, "/healthz", probes::health);
    get(routes, "/readyz", probes::ready);
    get(routes, "/metrics", probes::metrics);
    get(routes, "/openapi.json", OpenApi.load()::get);
  }

  private static void jobs(RoutesConfig routes, Handlers handlers) {
    var schedule = handlers.schedule();
    routes.post("/v1/jobs", schedule::post);
    routes.put(JOB, schedule::put);
    var change = handlers.change();
    routes.patch(JOB, change::patch);
    routes.delete(JOB, change::delete);
    routes.post(JOB + "/fire", change::fire);
    routes.post(JOB + "/kick", change::kick);
    routes.delete(LETTER, change::discard);
    for (var op : List.of(Op.RESERVE, Op.FINISH, Op.RELEASE, Op.EXTEND, Op.BURY)) {
      routes.post(JOB + "/" + op.text(), change.says(op));
    }
  }

  /** No single job has a POST, so these are no ids; those work with every other method. */
  private static void manyJobs(RoutesConfig routes, Handlers.Bulk bulk) {
    routes.post(JobPath.PREFIX + "batch", bulk.schedule()::post);
    routes.post(JobPath.PREFIX + "cancel", bulk.change().does(BulkKind.CANCEL));
    routes.post(JobPath.LETTERS + "kick", bulk.change().does(BulkKind.KICK));
    routes.post(JobPath.LETTERS + "discard", bulk.change().does(BulkKind.DISCARD));
  }

  private static void questions(RoutesConfig routes, Handlers.Questioning ask) {
    get(routes, "/v1/jobs", ask.list()::get);
    get(routes, JOB, ask.get()::get);
    get(routes, JOB + "/attempts", ask.get()::attempts);
    get(routes, "/v1/dead-letters", ask.letters()::get);
    get(routes, "/v1/stats", ask.count()::all);
    get(routes, TOPIC + "/stats", ask.count()::topic);
  }

  private static void control(RoutesConfig routes, Handlers.Control control) {
    get(routes, "/v1/control", control.show()::all);
    get(routes, TOPIC + "/control", control.show()::topic);
    var decide = control.decide();
    routes.post(TOPIC + "/pause", decide::pause);
    routes.post(TOPIC + "/resume", decide.takesBack(Kind.PAUSE));
    routes.put(TOPIC + "/rate", decide::rate);
    routes.delete(TOPIC + "/rate", decide.takesBack(Kind.RATE));
    routes.put(TOPIC + "/defaults", decide::defaults);
    routes.delete(TOPIC + "/defaults", decide.takesBack(Kind.DEFAULTS));
    routes.put(TOPIC + "/alarm", decide::alarm);
    routes.delete(TOPIC + "/alarm", decide.takesBack(Kind.ALARM));
  }

  /** With HEAD, which would otherwise answer 200 without asking the handler. */
  private static void get(RoutesConfig routes, String path, Handler handler) {
    routes.get(path, handler);
    routes.head(path, handler);
  }
}

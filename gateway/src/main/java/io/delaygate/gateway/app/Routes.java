package io.delaygate.gateway.app;

import io.delaygate.gateway.access.AccessGuard;
import io.delaygate.gateway.access.Quotas;
import io.delaygate.gateway.access.Role;
import io.delaygate.gateway.access.RouteScope;
import io.delaygate.gateway.control.NamespacePath;
import io.delaygate.gateway.control.TokensHandler;
import io.delaygate.gateway.http.OpenApi;
import io.delaygate.gateway.http.TopicPath;
import io.delaygate.gateway.jobs.BulkKind;
import io.delaygate.gateway.jobs.JobPath;
import io.delaygate.gateway.jobs.ListJobsHandler;
import io.delaygate.gateway.payload.ScheduleRequestReader;
import io.delaygate.gateway.queues.QueuePath;
import io.delaygate.schemas.contract.Op;
import io.delaygate.service.control.ControlKey.Kind;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Handler;
import io.javalin.http.HandlerType;
import io.javalin.security.RouteRole;
import java.util.List;

/** Table of all routes, each with the role that it needs. */
final class Routes {
  private static final String JOB = JobPath.PREFIX + "{" + JobPath.FIELD + "}";

  private static final String TOPIC = TopicPath.PREFIX + "{topic}";

  private static final String QUEUES = "/v1/queues";

  private static final String QUEUE = QueuePath.PREFIX + "{queue}";

  private static final String LETTER = JobPath.LETTERS + "{" + JobPath.FIELD + "}";

  private static final String NAMESPACES = "/v1/admin/namespaces";

  private static final String NAMESPACE = NamespacePath.PREFIX + "{" + NamespacePath.FIELD + "}";

  private static final String TOKEN = NAMESPACE + "/tokens/{" + TokensHandler.FIELD + "}";

  private static final String CONSOLE = "/console";

  private Routes() {}

  static void add(RoutesConfig routes, AccessGuard access, Quotas quotas, Handlers handlers) {
    routes.beforeMatched(access::check);
    routes.beforeMatched(quotas::call);
    routes.before(JobPath.PREFIX + "*", JobPath::check);
    routes.before(JobPath.LETTERS + "*", JobPath::check);
    routes.before(QueuePath.PREFIX + "*", QueuePath::check);
    routes.before(TopicPath.PREFIX + "*", TopicPath::check);
    routes.before(NamespacePath.PREFIX + "*", NamespacePath::check);
    jobs(routes, handlers);
    manyJobs(routes, handlers.bulk());
    questions(routes, handlers.ask());
    control(routes, handlers.control());
    queues(routes, handlers);
    queue(routes, handlers.queues(), handlers.ask().list());
    tenancy(routes, handlers.tenancy());
    page(routes, handlers.page());
    var probes = handlers.probes();
    get(routes, "/healthz", probes::health, Role.OPEN);
    get(routes, "/readyz", probes::ready, Role.OPEN);
    get(routes, "/metrics", probes::metrics, Role.READ, RouteScope.INSTALLATION);
    get(routes, "/openapi.json", OpenApi.load()::get, Role.OPEN);
  }

  private static void jobs(RoutesConfig routes, Handlers handlers) {
    var schedule = handlers.schedule();
    routes.post("/v1/jobs", schedule.posts(ScheduleRequestReader.OF_JOBS), Role.WRITE);
    routes.put(JOB, schedule::put, Role.WRITE);
    var change = handlers.change();
    routes.patch(JOB, change::patch, Role.WRITE);
    routes.delete(JOB, change::delete, Role.WRITE);
    routes.post(JOB + "/fire", change::fire, Role.WRITE);
    routes.post(JOB + "/kick", change::kick, Role.WRITE);
    routes.delete(LETTER, change::discard, Role.WRITE);
    for (var op : List.of(Op.RESERVE, Op.FINISH, Op.RELEASE, Op.EXTEND, Op.BURY)) {
      routes.post(JOB + "/" + op.text(), change.says(op), Role.WRITE);
    }
  }

  /** A single job has no POST, so these names are not ids here; with other methods they are. */
  private static void manyJobs(RoutesConfig routes, Handlers.Bulk bulk) {
    var batch = bulk.schedule().posts(ScheduleRequestReader.OF_JOBS);
    routes.post(JobPath.PREFIX + "batch", batch, Role.WRITE);
    routes.post(JobPath.PREFIX + "cancel", bulk.change().does(BulkKind.CANCEL), Role.WRITE);
    routes.post(JobPath.LETTERS + "kick", bulk.change().does(BulkKind.KICK), Role.WRITE);
    routes.post(JobPath.LETTERS + "discard", bulk.change().does(BulkKind.DISCARD), Role.WRITE);
  }

  private static void questions(RoutesConfig routes, Handlers.Questioning ask) {
    get(routes, "/v1/jobs", ask.list()::get, Role.READ);
    get(routes, JOB, ask.get()::get, Role.READ);
    get(routes, JOB + "/attempts", ask.get()::attempts, Role.READ);
    get(routes, "/v1/dead-letters", ask.letters()::get, Role.READ);
    get(routes, "/v1/stats", ask.count()::all, Role.READ);
    get(routes, "/v1/overview", ask.overview()::get, Role.READ);
    get(routes, TOPIC + "/stats", ask.count()::topic, Role.READ, RouteScope.INSTALLATION);
  }

  private static void control(RoutesConfig routes, Handlers.Control control) {
    get(routes, "/v1/control", control.show()::all, Role.READ, RouteScope.INSTALLATION);
    get(routes, TOPIC + "/control", control.show()::topic, Role.READ, RouteScope.INSTALLATION);
    var decide = control.decide();
    routes.post(TOPIC + "/pause", decide.pauses(), Role.ADMIN, RouteScope.INSTALLATION);
    routes.post(
        TOPIC + "/resume", decide.takesBack(Kind.PAUSE), Role.ADMIN, RouteScope.INSTALLATION);
    routes.put(TOPIC + "/rate", decide::rate, Role.ADMIN, RouteScope.INSTALLATION);
    routes.delete(
        TOPIC + "/rate", decide.takesBack(Kind.RATE), Role.ADMIN, RouteScope.INSTALLATION);
    routes.put(TOPIC + "/defaults", decide::defaults, Role.ADMIN, RouteScope.INSTALLATION);
    routes.delete(
        TOPIC + "/defaults", decide.takesBack(Kind.DEFAULTS), Role.ADMIN, RouteScope.INSTALLATION);
    routes.put(TOPIC + "/alarm", decide::alarm, Role.ADMIN, RouteScope.INSTALLATION);
    routes.delete(
        TOPIC + "/alarm", decide.takesBack(Kind.ALARM), Role.ADMIN, RouteScope.INSTALLATION);
  }

  private static void tenancy(RoutesConfig routes, Handlers.Tenancy tenancy) {
    var namespaces = tenancy.namespaces();
    ofAdmins(routes, HandlerType.GET, NAMESPACES, namespaces::list);
    ofAdmins(routes, HandlerType.GET, NAMESPACE, namespaces::get);
    ofAdmins(routes, HandlerType.PUT, NAMESPACE, namespaces::put);
    ofAdmins(routes, HandlerType.DELETE, NAMESPACE, namespaces::delete);
    ofAdmins(routes, HandlerType.GET, NAMESPACE + "/limits", namespaces::limits);
    ofAdmins(routes, HandlerType.PUT, NAMESPACE + "/limits", namespaces::putLimits);
    ofAdmins(routes, HandlerType.DELETE, NAMESPACE + "/limits", namespaces::deleteLimits);
    var tokens = tenancy.tokens();
    ofAdmins(routes, HandlerType.GET, NAMESPACE + "/tokens", tokens::list);
    ofAdmins(routes, HandlerType.POST, NAMESPACE + "/tokens", tokens::post);
    ofAdmins(routes, HandlerType.DELETE, TOKEN, tokens::delete);
    ofAdmins(routes, HandlerType.GET, TOKEN + "/limits", tokens::limits);
    ofAdmins(routes, HandlerType.PUT, TOKEN + "/limits", tokens::putLimits);
    ofAdmins(routes, HandlerType.DELETE, TOKEN + "/limits", tokens::deleteLimits);
  }

  private static void ofAdmins(
      RoutesConfig routes, HandlerType method, String path, Handler handler) {
    routes.addHttpHandler(method, path, handler, Role.ADMIN, RouteScope.INSTALLATION);
    if (method.equals(HandlerType.GET)) {
      routes.addHttpHandler(HandlerType.HEAD, path, handler, Role.ADMIN, RouteScope.INSTALLATION);
    }
  }

  /** Routes that queues share with other targets. */
  private static void queues(RoutesConfig routes, Handlers handlers) {
    var queues = handlers.queues();
    var publishing = queues.publishing();
    routes.post(QUEUE + "/jobs", handlers.schedule().posts(publishing), Role.WRITE);
    var batch = handlers.bulk().schedule().posts(publishing);
    routes.post(QUEUE + "/jobs/batch", batch, Role.WRITE);
    var decide = handlers.control().decide();
    var subject = queues.subject();
    routes.post(QUEUE + "/pause", decide.pauses(subject), Role.ADMIN);
    routes.post(QUEUE + "/resume", decide.takesBack(Kind.PAUSE, subject), Role.ADMIN);
  }

  private static void queue(RoutesConfig routes, Handlers.Queues queues, ListJobsHandler list) {
    get(routes, QUEUES, queues.count()::all, Role.READ);
    get(routes, QUEUE + "/stats", queues.count()::one, Role.READ);
    get(routes, QUEUE + "/peek", queues.peek()::get, Role.READ);
    get(routes, QUEUE + "/dead-letters", list.lettersOf(queues.topic()), Role.READ);
    routes.post(QUEUE + "/request", queues.request()::post, Role.WRITE);
    routes.post(QUEUE + "/reserve", queues.reserve()::post, Role.WRITE);
    for (var op : List.of(Op.FINISH, Op.RELEASE, Op.EXTEND, Op.BURY)) {
      routes.post(QUEUE + "/" + op.text(), queues.tell().says(op), Role.WRITE);
    }
    var change = queues.change();
    routes.post(QUEUE + "/purge", change::purge, Role.WRITE);
    routes.post(QUEUE + "/kick", change::kick, Role.WRITE);
    routes.post(QUEUE + "/dead-letters/respawn", change.letters(BulkKind.KICK), Role.WRITE);
    routes.post(QUEUE + "/dead-letters/discard", change.letters(BulkKind.DISCARD), Role.WRITE);
    routes.delete(QUEUE, change::delete, Role.ADMIN);
  }

  private static void page(RoutesConfig routes, Handlers.Page page) {
    get(routes, "/v1/me", page.caller()::get, Role.READ);
    page.console()
        .ifPresent(
            console -> {
              get(routes, "/", console::root, Role.OPEN);
              get(routes, CONSOLE, console::find, Role.OPEN);
              get(routes, CONSOLE + "/", console::page, Role.OPEN);
              get(routes, CONSOLE + "/{file}", console::file, Role.OPEN);
            });
  }

  /** Adds HEAD with GET; otherwise HEAD would answer 200 without asking the handler. */
  private static void get(RoutesConfig routes, String path, Handler handler, RouteRole... roles) {
    routes.get(path, handler, roles);
    routes.head(path, handler, roles);
  }
}

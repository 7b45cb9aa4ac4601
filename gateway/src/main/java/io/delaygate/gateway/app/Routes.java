package io.delaygate.gateway.app;

import io.delaygate.gateway.access.AccessGuard;
import io.delaygate.gateway.access.Role;
import io.delaygate.gateway.access.RouteScope;
import io.delaygate.gateway.access.WhoAmIHandler;
import io.delaygate.gateway.console.Console;
import io.delaygate.gateway.control.ControlSubject;
import io.delaygate.gateway.control.NamespacePath;
import io.delaygate.gateway.control.TokensHandler;
import io.delaygate.gateway.endpoints.EndpointRoute;
import io.delaygate.gateway.http.OpenApi;
import io.delaygate.gateway.http.TopicPath;
import io.delaygate.gateway.jobs.BulkKind;
import io.delaygate.gateway.jobs.JobPath;
import io.delaygate.gateway.operations.OperationWish;
import io.delaygate.gateway.operations.OperationsHandler;
import io.delaygate.gateway.ops.Probes;
import io.delaygate.gateway.queues.QueueCatalog;
import io.delaygate.schemas.contract.Op;
import io.delaygate.service.control.ControlKey.Kind;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Handler;
import io.javalin.http.HandlerType;
import io.javalin.security.RouteRole;
import java.util.List;
import java.util.Optional;

/**
 * Table of all routes, each with the role that it needs.
 *
 * @param calls handlers of the gateway's own installation
 * @param console empty where it is not served
 * @param probes empty where they have a port of their own
 */
record Routes(
    AccessGuard access,
    InstallationHandlers calls,
    WhoAmIHandler caller,
    Optional<Console> console,
    Optional<Probes> probes) {
  private static final String JOB = JobPath.PREFIX + "{" + JobPath.FIELD + "}";

  private static final String TOPIC = TopicPath.PREFIX + "{topic}";

  private static final String QUEUES = "/v1/queues";

  private static final String QUEUE = QueueCatalog.PREFIX + "{queue}";

  private static final String LETTER = JobPath.LETTERS + "{" + JobPath.FIELD + "}";

  private static final String NAMESPACES = "/v1/admin/namespaces";

  private static final String NAMESPACE = NamespacePath.PREFIX + "{" + NamespacePath.FIELD + "}";

  private static final String TOKEN = NAMESPACE + "/tokens/{" + TokensHandler.FIELD + "}";

  private static final String ENDPOINTS = "/v1/endpoints";

  private static final String ENDPOINT = EndpointRoute.PREFIX + "{" + EndpointRoute.FIELD + "}";

  private static final String OPERATIONS = "/v1/operations";

  private static final String OPERATION =
      OperationsHandler.PREFIX + "{" + OperationsHandler.FIELD + "}";

  private static final String CONSOLE = "/console";

  void add(RoutesConfig routes) {
    routes.beforeMatched(access::check);
    routes.beforeMatched(calls.quotas::call);
    routes.before(JobPath.PREFIX + "*", JobPath::text);
    routes.before(JobPath.LETTERS + "*", JobPath::text);
    routes.before(QueueCatalog.PREFIX + "*", QueueCatalog::text);
    routes.before(TopicPath.PREFIX + "*", TopicPath::topic);
    routes.before(EndpointRoute.PREFIX + "*", EndpointRoute::text);
    routes.before(NamespacePath.PREFIX + "*", NamespacePath::name);
    jobs(routes);
    manyJobs(routes);
    questions(routes);
    control(routes);
    queues(routes);
    queue(routes);
    endpoints(routes);
    operations(routes);
    tenancy(routes);
    page(routes);
    probes.ifPresent(it -> addProbes(routes, it));
    get(routes, "/openapi.json", OpenApi.load()::get, Role.OPEN);
  }

  /** Adds health and metrics alone, for a port of their own; the same token is needed there. */
  static void manage(RoutesConfig routes, AccessGuard access, Probes probes) {
    routes.beforeMatched(access::check);
    addProbes(routes, probes);
  }

  private static void addProbes(RoutesConfig routes, Probes probes) {
    get(routes, "/healthz", probes::health, Role.OPEN);
    get(routes, "/readyz", probes::ready, Role.OPEN);
    get(routes, "/metrics", probes::metrics, Role.READ, RouteScope.INSTALLATION);
  }

  private void jobs(RoutesConfig routes) {
    var job = calls.job;
    routes.post("/v1/jobs", job::post, Role.WRITE);
    routes.put(JOB, job::put, Role.WRITE);
    routes.patch(JOB, job::patch, Role.WRITE);
    routes.delete(JOB, job.orders(Op.CANCEL), Role.WRITE);
    routes.post(JOB + "/fire", job.orders(Op.FIRE), Role.WRITE);
    routes.post(JOB + "/kick", job.orders(Op.KICK), Role.WRITE);
    routes.delete(LETTER, job.orders(Op.DISCARD), Role.WRITE);
    for (var op : List.of(Op.RESERVE, Op.FINISH, Op.RELEASE, Op.EXTEND, Op.BURY)) {
      routes.post(JOB + "/" + op.text(), job.says(op), Role.WRITE);
    }
  }

  /** A single job has no POST, so these names are not ids here; with other methods they are. */
  private void manyJobs(RoutesConfig routes) {
    routes.post(JobPath.PREFIX + "batch", calls.batch::post, Role.WRITE);
    routes.post(JobPath.PREFIX + "cancel", calls.bulk.does(BulkKind.CANCEL), Role.WRITE);
    routes.post(JobPath.LETTERS + "kick", calls.bulk.does(BulkKind.KICK), Role.WRITE);
    routes.post(JobPath.LETTERS + "discard", calls.bulk.does(BulkKind.DISCARD), Role.WRITE);
    routes.post(JobPath.LETTERS + "redrive", calls.redrive::post, Role.WRITE);
  }

  private void questions(RoutesConfig routes) {
    get(routes, "/v1/jobs", calls.list::get, Role.READ);
    get(routes, JOB, calls.get::get, Role.READ);
    get(routes, JOB + "/attempts", calls.get::attempts, Role.READ);
    get(routes, JOB + "/timeline", calls.get::timeline, Role.READ);
    get(routes, "/v1/dead-letters", calls.list::letters, Role.READ);
    get(routes, "/v1/stats", calls.counts::all, Role.READ);
    get(routes, "/v1/overview", calls.overview::get, Role.READ);
    get(routes, "/v1/trends", calls.trends::get, Role.READ, RouteScope.INSTALLATION);
    get(routes, "/v1/health", calls.health::get, Role.READ);
    get(routes, TOPIC + "/stats", calls.counts::topic, Role.READ, RouteScope.INSTALLATION);
  }

  private void control(RoutesConfig routes) {
    var control = calls.control;
    get(routes, "/v1/control", control::all, Role.READ, RouteScope.INSTALLATION);
    get(routes, TOPIC + "/control", control::one, Role.READ, RouteScope.INSTALLATION);
    ofAdmins(routes, HandlerType.POST, TOPIC + "/pause", control.pauses(ControlSubject::topic));
    ofAdmins(
        routes,
        HandlerType.POST,
        TOPIC + "/resume",
        control.takesBack(Kind.PAUSE, ControlSubject::topic));
    ofAdmins(routes, HandlerType.PUT, TOPIC + "/rate", control::rate);
    ofAdmins(
        routes,
        HandlerType.DELETE,
        TOPIC + "/rate",
        control.takesBack(Kind.RATE, ControlSubject::topic));
    ofAdmins(routes, HandlerType.PUT, TOPIC + "/defaults", control::defaults);
    ofAdmins(
        routes,
        HandlerType.DELETE,
        TOPIC + "/defaults",
        control.takesBack(Kind.DEFAULTS, ControlSubject::topic));
    ofAdmins(routes, HandlerType.PUT, TOPIC + "/alarm", control::alarm);
    ofAdmins(
        routes,
        HandlerType.DELETE,
        TOPIC + "/alarm",
        control.takesBack(Kind.ALARM, ControlSubject::topic));
  }

  private void tenancy(RoutesConfig routes) {
    var namespaces = calls.namespaces;
    ofAdmins(routes, HandlerType.GET, NAMESPACES, namespaces::list);
    ofAdmins(routes, HandlerType.GET, NAMESPACE, namespaces::get);
    ofAdmins(routes, HandlerType.PUT, NAMESPACE, namespaces::put);
    ofAdmins(routes, HandlerType.DELETE, NAMESPACE, namespaces::delete);
    ofAdmins(routes, HandlerType.GET, NAMESPACE + "/limits", namespaces::limits);
    ofAdmins(routes, HandlerType.PUT, NAMESPACE + "/limits", namespaces::putLimits);
    ofAdmins(routes, HandlerType.DELETE, NAMESPACE + "/limits", namespaces::deleteLimits);
    var tokens = calls.tokens;
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
  private void queues(RoutesConfig routes) {
    var catalog = calls.queues.catalog();
    routes.post(QUEUE + "/jobs", calls.job.postsTo(catalog::target), Role.WRITE);
    routes.post(QUEUE + "/jobs/batch", calls.batch.postsTo(catalog::target), Role.WRITE);
    var control = calls.control;
    routes.post(QUEUE + "/pause", control.pauses(catalog::subject), Role.ADMIN);
    routes.post(QUEUE + "/resume", control.takesBack(Kind.PAUSE, catalog::subject), Role.ADMIN);
    get(routes, QUEUE + "/dead-letters", calls.list.lettersOf(catalog::topic), Role.READ);
  }

  private void queue(RoutesConfig routes) {
    var queues = calls.queues;
    get(routes, QUEUES, queues.counts()::all, Role.READ);
    get(routes, QUEUE + "/stats", queues.counts()::one, Role.READ);
    get(routes, QUEUE + "/peek", queues.peek()::get, Role.READ);
    routes.post(QUEUE + "/request", queues.request()::post, Role.WRITE);
    routes.post(QUEUE + "/reserve", queues.reserve()::post, Role.WRITE);
    for (var op : List.of(Op.FINISH, Op.RELEASE, Op.EXTEND, Op.BURY)) {
      routes.post(QUEUE + "/" + op.text(), queues.feedback().says(op), Role.WRITE);
    }
    var bulk = queues.bulk();
    routes.post(QUEUE + "/purge", bulk::purge, Role.WRITE);
    routes.post(QUEUE + "/kick", bulk::kick, Role.WRITE);
    routes.post(QUEUE + "/dead-letters/respawn", bulk.letters(BulkKind.KICK), Role.WRITE);
    routes.post(QUEUE + "/dead-letters/discard", bulk.letters(BulkKind.DISCARD), Role.WRITE);
    routes.delete(QUEUE, bulk::delete, Role.ADMIN);
  }

  private void endpoints(RoutesConfig routes) {
    var endpoints = calls.endpoints.endpoints();
    get(routes, ENDPOINTS, endpoints::list, Role.READ);
    get(routes, ENDPOINT, endpoints::get, Role.READ);
    get(routes, ENDPOINT + "/stats", calls.endpointStats::get, Role.READ);
    routes.put(ENDPOINT, endpoints::put, Role.ADMIN);
    routes.delete(ENDPOINT, endpoints::delete, Role.ADMIN);
    routes.post(ENDPOINT + "/rotate-secret", endpoints::rotate, Role.ADMIN);
    routes.post(ENDPOINT + "/test", calls.endpoints.testCall()::post, Role.ADMIN);
    var control = calls.control;
    routes.post(ENDPOINT + "/pause", control.pauses(endpoints::subject), Role.ADMIN);
    routes.post(
        ENDPOINT + "/resume", control.takesBack(Kind.PAUSE, endpoints::subject), Role.ADMIN);
  }

  private void operations(RoutesConfig routes) {
    var operations = calls.operations.handler();
    get(routes, OPERATIONS, operations::list, Role.READ);
    get(routes, OPERATION, operations::get, Role.READ);
    routes.post(OPERATION + "/pause", operations.wishes(OperationWish.PAUSE), Role.WRITE);
    routes.post(OPERATION + "/resume", operations.wishes(OperationWish.RUN), Role.WRITE);
    routes.post(OPERATION + "/abort", operations.wishes(OperationWish.ABORT), Role.WRITE);
  }

  private void page(RoutesConfig routes) {
    get(routes, "/v1/me", caller::get, Role.READ);
    console.ifPresent(
        it -> {
          get(routes, "/", it::root, Role.OPEN);
          get(routes, CONSOLE, it::find, Role.OPEN);
          get(routes, CONSOLE + "/", it::page, Role.OPEN);
          get(routes, CONSOLE + "/{file}", it::file, Role.OPEN);
        });
  }

  /** Adds HEAD with GET; otherwise HEAD would answer 200 without asking the handler. */
  private static void get(RoutesConfig routes, String path, Handler handler, RouteRole... roles) {
    routes.get(path, handler, roles);
    routes.head(path, handler, roles);
  }
}

package io.delaygate.gateway.app;

import io.delaygate.gateway.access.IntervalRateLimiter;
import io.delaygate.gateway.access.PendingJobQuota;
import io.delaygate.gateway.access.Quotas;
import io.delaygate.gateway.control.ControlHandler;
import io.delaygate.gateway.control.ControlWriter;
import io.delaygate.gateway.control.NamespaceTargets;
import io.delaygate.gateway.control.NamespacesHandler;
import io.delaygate.gateway.control.TenancyWriter;
import io.delaygate.gateway.control.TenantTokens;
import io.delaygate.gateway.control.TokensHandler;
import io.delaygate.gateway.endpoints.EndpointStatsHandler;
import io.delaygate.gateway.endpoints.JobUrlIndex;
import io.delaygate.gateway.health.GatewayFacts;
import io.delaygate.gateway.health.HealthHandler;
import io.delaygate.gateway.http.AsyncResponder;
import io.delaygate.gateway.http.BodyReader;
import io.delaygate.gateway.http.CallTrace;
import io.delaygate.gateway.http.HttpServer;
import io.delaygate.gateway.jobs.BulkChangeHandler;
import io.delaygate.gateway.jobs.BulkOperationParts;
import io.delaygate.gateway.jobs.CommandSteps;
import io.delaygate.gateway.jobs.FilteredCount;
import io.delaygate.gateway.jobs.GetJobHandler;
import io.delaygate.gateway.jobs.JobHandler;
import io.delaygate.gateway.jobs.JobStatsHandler;
import io.delaygate.gateway.jobs.ListJobsHandler;
import io.delaygate.gateway.jobs.ListRejectedHandler;
import io.delaygate.gateway.jobs.RedriveHandler;
import io.delaygate.gateway.jobs.RejectedCommandReader;
import io.delaygate.gateway.jobs.ScheduleBatchHandler;
import io.delaygate.gateway.lmstfy.LmstfyAccess;
import io.delaygate.gateway.lmstfy.LmstfyPool;
import io.delaygate.gateway.ops.GatewayMetrics;
import io.delaygate.gateway.outcome.FeedbackSender;
import io.delaygate.gateway.payload.CommandValidator;
import io.delaygate.gateway.payload.JobIdGenerator;
import io.delaygate.gateway.payload.TargetLookup;
import io.delaygate.gateway.queues.AttemptFeedbackHandler;
import io.delaygate.gateway.queues.JobByIdDispatcher;
import io.delaygate.gateway.queues.LeaseClient;
import io.delaygate.gateway.queues.PeekHandler;
import io.delaygate.gateway.queues.QueueBulkHandler;
import io.delaygate.gateway.queues.QueueCatalog;
import io.delaygate.gateway.queues.QueueCountLimit;
import io.delaygate.gateway.queues.QueueDispatcher;
import io.delaygate.gateway.queues.QueueHandlers;
import io.delaygate.gateway.queues.QueueStatsHandler;
import io.delaygate.gateway.queues.ReadyJobsClient;
import io.delaygate.gateway.queues.RequestResultHandler;
import io.delaygate.gateway.queues.ReserveHandler;
import io.delaygate.gateway.schedulers.JobListing;
import io.delaygate.gateway.schedulers.OverviewHandler;
import io.delaygate.gateway.schedulers.QueryResponder;
import io.delaygate.gateway.schedulers.SchedulerQueryClient;
import io.delaygate.gateway.schedulers.TrendsHandler;
import io.delaygate.gateway.settings.GatewaySettings;
import io.delaygate.schemas.command.CommandParser;
import io.delaygate.service.directory.AllowedTopics;
import io.delaygate.service.directory.TopicStatus;
import java.time.Duration;
import java.util.List;

/**
 * Maker of the HTTP handlers of one installation and of what they share, which run in the threads
 * of the server. Made once for each pool, after the HTTP server, so that a stop ends the calls that
 * wait here before the server waits for answers.
 */
final class InstallationHandlers {
  private final Installation of;
  private final GatewaySettings settings;
  private final Environment given;
  private final GatewayMetrics metrics;

  final CommandSteps steps;
  final JobIdGenerator ids;
  final Quotas quotas;
  final QueueDispatcher dispatcher;
  final JobHandler job;
  final ScheduleBatchHandler batch;
  final OperationHandlers operations;
  final BulkChangeHandler bulk;
  final RedriveHandler redrive;
  final GetJobHandler get;
  final ListJobsHandler list;
  final JobStatsHandler counts;
  final OverviewHandler overview;
  final TrendsHandler trends;
  final HealthHandler health;
  final QueueHandlers queues;
  final ControlHandler control;
  final NamespacesHandler namespaces;
  final TokensHandler tokens;
  final EndpointHandlers endpoints;
  final EndpointStatsHandler endpointStats;
  private final TenancyWriter tenancy;

  /** Makes the handlers, which run in the threads of that server. */
  InstallationHandlers(
      Installation of, Gateway.Parts gateway, EndpointCalls calling, HttpServer http) {
    this.of = of;
    this.settings = gateway.settings();
    this.given = gateway.given();
    this.metrics = gateway.metrics();
    var ticker = given.ticker();
    var later = new AsyncResponder(of.inflight, http.answerers());
    var answer = new QueryResponder(later);
    var questions = new SchedulerQueryClient(of.settings.schedulers(), ticker);
    this.counts = new JobStatsHandler(questions, answer);
    this.quotas = quotas();
    this.ids = new JobIdGenerator(of.topic::knownPartitions, given.random(), given.clock(), ticker);
    this.steps = steps(calling, http, later, answer);
    var listing = new JobListing(questions, ticker);
    var rejected = rejected();
    var decisions = new ControlWriter(of.topic, of.names);
    this.operations = operations(gateway, decisions, listing, rejected);
    this.job = new JobHandler(steps);
    this.batch = new ScheduleBatchHandler(steps, of.inflight, ticker, settings.maxBodyBytes());
    this.bulk = new BulkChangeHandler(steps, listing, of.names, ticker, operations.starter());
    this.get = new GetJobHandler(questions, answer);
    this.list =
        new ListJobsHandler(
            of.names, listing, new ListRejectedHandler(rejected, http.workers(), answer), answer);
    this.redrive = new RedriveHandler(steps, rejected, of.inflight, ticker, operations.starter());
    this.overview = new OverviewHandler(questions, answer, given.clock());
    this.trends = new TrendsHandler(questions, answer, given.clock());
    this.control = new ControlHandler(steps.bodies(), of.defaults, of.known, decisions, later);
    this.tenancy = new TenancyWriter(steps.bodies(), of.known, decisions, later);
    this.namespaces = new NamespacesHandler(of.known, tenancy);
    this.tokens = new TokensHandler(of.known, tenancy, given.random());
    var ready =
        new ReadyJobsClient(
            questions, of.recentPublishes, topic -> of.shares.ofQueue(of.names, topic), ticker);
    var leases = new LeaseClient(of.replies, of.topic, metrics, ticker);
    var lifetime = gateway.lifetime();
    this.dispatcher =
        new QueueDispatcher(ready, of.known::isPaused, leases, ticker, lifetime.failures());
    var catalog =
        new QueueCatalog(of.names, dispatcher, of.known, decisions, settings.queues().lease());
    this.queues =
        new QueueHandlers(
            catalog,
            new ReserveHandler(
                steps, catalog, dispatcher, new JobByIdDispatcher(get, leases), settings.queues()),
            new AttemptFeedbackHandler(steps, catalog),
            new RequestResultHandler(steps, catalog, settings.queues().longestWait()),
            new QueueBulkHandler(bulk, catalog),
            new QueueStatsHandler(counts, listing, ready, answer, catalog),
            new PeekHandler(listing, ready, get, answer, catalog));
    lifetime.closes(of.settings, "waiting for results", deadline -> of.replies.endResults());
    lifetime.closes(of.settings, "queues", dispatcher::close);
    this.endpoints = EndpointHandlers.of(of, calling, steps, tenancy, dispatcher);
    this.endpointStats = endpoints.stats(counts, listing, answer);
    this.health = health(questions, answer, http);
  }

  private HealthHandler health(
      SchedulerQueryClient questions, QueryResponder answer, HttpServer http) {
    var facts =
        new GatewayFacts(
            of.readiness::knownObstacle,
            of.replies::obstacle,
            of.decisions::obstacle,
            () -> http.tls().map(tls -> tls.expiresMs()).orElse(Long.MAX_VALUE),
            endpoints::brokenCalls,
            endpoints::locked);
    var targets = new NamespaceTargets(of.known, of.names);
    var visibility = new HealthHandler.Visibility(of.names, targets::allows);
    return new HealthHandler(questions, answer, facts, visibility, given.clock());
  }

  private CommandSteps steps(
      EndpointCalls calling, HttpServer http, AsyncResponder later, QueryResponder answer) {
    return new CommandSteps(
        new BodyReader(given.ticker(), settings.maxBodyBytes()),
        validator(),
        new JobUrlIndex(of.known, calling.rules()::urlFault),
        quotas,
        of.topic,
        of.replies,
        new FeedbackSender(
            of.replies,
            of.topic,
            of.names.replies(),
            () -> partitions(of.names.replies()),
            http.workers()),
        later,
        answer,
        http.workers());
  }

  private OperationHandlers operations(
      Gateway.Parts gateway,
      ControlWriter decisions,
      JobListing listing,
      RejectedCommandReader rejected) {
    var counted = new FilteredCount(counts, of.names, of.shares);
    var parts =
        new BulkOperationParts(steps, listing, counted, of.shares, of.inflight, given.ticker());
    return OperationHandlers.of(of, gateway, decisions, parts, rejected);
  }

  private RejectedCommandReader rejected() {
    var letters = of.names.deadLetters();
    return new RejectedCommandReader(
        letters, () -> partitions(letters), of.kafka.consumers(), given.ticker());
  }

  private Quotas quotas() {
    var pending =
        new PendingJobQuota(
            () -> counts.statistics(CallTrace.NONE), of.kafka.publisher()::ends, given.ticker());
    return new Quotas(of.limits(), pending, given.ticker(), metrics::limited);
  }

  private CommandValidator validator() {
    var allowed =
        new AllowedTopics(
            of.kafka.directory(), of.names, settings.targets(), name -> of.known.view().has(name));
    var targets = new NamespaceTargets(of.known, of.names);
    var room =
        new QueueCountLimit(
            of.names, counts::topics, settings.queues().most(), lookupMost(), given.ticker());
    return new CommandValidator(
        new CommandParser(of.names, of.known::defaults),
        new TargetLookup(allowed, lookupMost(), of.shares::of, given.ticker()),
        given.clock(),
        new CommandValidator.Bounds(targets::allows, quotas, room::enter),
        ids);
  }

  /** Number of partitions of one of our topics; 0 while the brokers do not tell. */
  private int partitions(String topic) {
    var directory = of.kafka.directory();
    directory.await(List.of(topic), lookupMost());
    return directory.status(topic) instanceof TopicStatus.Writable known ? known.partitions() : 0;
  }

  private Duration lookupMost() {
    return settings.directory().timeout();
  }

  /** The pool that clients of lmstfy see. */
  LmstfyPool pool(int threads) {
    var windows = new IntervalRateLimiter(of.limits(), given.ticker(), metrics::limited);
    return new LmstfyPool(
        of.names,
        new LmstfyAccess(of.access, quotas, windows),
        steps,
        get,
        counts,
        queues,
        new TenantTokens(of.known, tenancy, given.random()),
        given.clock(),
        given.ticker(),
        given.random(),
        ids,
        threads);
  }
}

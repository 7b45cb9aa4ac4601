package io.delaygate.gateway.app;

import io.delaygate.gateway.access.IntervalRateLimiter;
import io.delaygate.gateway.access.PendingJobQuota;
import io.delaygate.gateway.access.Quotas;
import io.delaygate.gateway.control.ControlHandler;
import io.delaygate.gateway.control.ControlWriter;
import io.delaygate.gateway.control.NamespaceTargets;
import io.delaygate.gateway.control.NamespacesHandler;
import io.delaygate.gateway.control.ShowControlHandler;
import io.delaygate.gateway.control.TenancyWriter;
import io.delaygate.gateway.control.TenantTokens;
import io.delaygate.gateway.control.TokensHandler;
import io.delaygate.gateway.http.AsyncResponder;
import io.delaygate.gateway.http.BodyReader;
import io.delaygate.gateway.http.CallTrace;
import io.delaygate.gateway.http.HttpServer;
import io.delaygate.gateway.jobs.BatchItemSender;
import io.delaygate.gateway.jobs.BulkChangeHandler;
import io.delaygate.gateway.jobs.ChangeJobHandler;
import io.delaygate.gateway.jobs.GetJobHandler;
import io.delaygate.gateway.jobs.JobStatsHandler;
import io.delaygate.gateway.jobs.ListDeadLettersHandler;
import io.delaygate.gateway.jobs.ListJobsHandler;
import io.delaygate.gateway.jobs.ListRejectedHandler;
import io.delaygate.gateway.jobs.RejectedCommandReader;
import io.delaygate.gateway.jobs.RequestResultHandler;
import io.delaygate.gateway.jobs.ScheduleBatchHandler;
import io.delaygate.gateway.jobs.ScheduleJobHandler;
import io.delaygate.gateway.lmstfy.Lmstfy;
import io.delaygate.gateway.lmstfy.LmstfyPool;
import io.delaygate.gateway.ops.GatewayMetrics;
import io.delaygate.gateway.ops.Probes;
import io.delaygate.gateway.outcome.FeedbackSender;
import io.delaygate.gateway.payload.CommandValidator;
import io.delaygate.gateway.payload.JobIdGenerator;
import io.delaygate.gateway.payload.ScheduleRequestReader;
import io.delaygate.gateway.payload.TargetLookup;
import io.delaygate.gateway.queues.AttemptFeedbackHandler;
import io.delaygate.gateway.queues.JobByIdDispatcher;
import io.delaygate.gateway.queues.LeaseClient;
import io.delaygate.gateway.queues.PeekHandler;
import io.delaygate.gateway.queues.QueueBulkHandler;
import io.delaygate.gateway.queues.QueueCatalog;
import io.delaygate.gateway.queues.QueueCountLimit;
import io.delaygate.gateway.queues.QueueDispatcher;
import io.delaygate.gateway.queues.QueueStatsHandler;
import io.delaygate.gateway.queues.ReadyJobsClient;
import io.delaygate.gateway.queues.ReserveHandler;
import io.delaygate.gateway.schedulers.JobListing;
import io.delaygate.gateway.schedulers.OverviewHandler;
import io.delaygate.gateway.schedulers.QueryResponder;
import io.delaygate.gateway.schedulers.SchedulerQueryClient;
import io.delaygate.gateway.settings.GatewaySettings;
import io.delaygate.schemas.command.CommandParser;
import io.delaygate.service.directory.AllowedTopics;
import io.delaygate.service.directory.TopicStatus;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executor;

/**
 * Wiring of the HTTP handlers of one installation. Made once for each pool, after the HTTP server,
 * so that a stop ends the calls that wait here before the server waits for answers.
 */
final class InstallationWiring {
  private final Installation of;
  private final GatewaySettings settings;
  private final Environment given;
  private final GatewayMetrics metrics;
  private final Executor workers;

  private final AsyncResponder later;
  private final BodyReader request;
  private final SchedulerQueryClient questions;
  private final QueryResponder answer;
  private final JobStatsHandler counts;
  private final Quotas quotas;
  private final JobIdGenerator ids;
  private final CommandValidator validator;
  private final JobListing listing;
  private final ControlWriter sends;
  private final LeaseClient leases;
  private final ReadyJobsClient ready;
  private final QueueDispatcher dispatcher;
  private final FeedbackSender feedbacks;
  private final BulkChangeHandler bulk;
  private final GetJobHandler get;
  private final QueueStatsHandler countQueues;
  private final QueueCatalog queues;
  private final TenancyWriter tenancy;

  /** Makes the parts of the handlers, which run in the threads of that server. */
  InstallationWiring(Installation of, GatewayParts gateway, HttpServer http) {
    this.of = of;
    this.settings = gateway.settings();
    this.given = gateway.given();
    this.metrics = gateway.metrics();
    this.workers = http.workers();
    var names = of.names();
    var known = of.known();
    var lifetime = gateway.lifetime();
    this.later = new AsyncResponder(of.inflight(), http.answerers());
    this.request = new BodyReader(given.ticker(), settings.maxBodyBytes());
    this.questions = new SchedulerQueryClient(of.settings().schedulers(), given.ticker());
    this.answer = new QueryResponder(later);
    this.counts = new JobStatsHandler(questions, answer);
    this.quotas = quotas();
    this.ids =
        new JobIdGenerator(
            of.topic()::knownPartitions, given.random(), given.clock(), given.ticker());
    this.listing = new JobListing(questions, given.ticker());
    this.sends = new ControlWriter(of.topic(), names);
    this.leases = new LeaseClient(of.replies(), of.topic(), metrics, given.ticker());
    this.ready = new ReadyJobsClient(questions, of.recentPublishes(), given.ticker());
    this.dispatcher =
        new QueueDispatcher(ready, known::isPaused, leases, given.ticker(), lifetime.failures());
    this.queues = new QueueCatalog(names, dispatcher, known, sends);
    this.countQueues = new QueueStatsHandler(counts, listing, ready, answer, queues);
    this.validator = validator();
    lifetime.closes(of.settings(), "waiting for results", deadline -> of.replies().endResults());
    lifetime.closes(of.settings(), "queues", dispatcher::close);
    this.feedbacks =
        new FeedbackSender(
            of.replies(), of.topic(), names.replies(), this::replyPartitions, workers);
    var many =
        new BulkChangeHandler.Steps(request, validator, listing, of.replies(), workers, answer);
    this.bulk = new BulkChangeHandler(many, given.ticker());
    this.get = new GetJobHandler(questions, answer);
    this.tenancy = new TenancyWriter(request, known, sends, later);
  }

  private Quotas quotas() {
    var pending =
        new PendingJobQuota(counts::pending, of.kafka().publisher()::ends, given.ticker());
    return new Quotas(of.limits(), pending, given.ticker(), metrics::limited);
  }

  private CommandValidator validator() {
    var names = of.names();
    var parser = new CommandParser(names, of.known()::defaults);
    var allowed = new AllowedTopics(of.kafka().directory(), names, settings.targets());
    var targets = new NamespaceTargets(of.known(), names);
    var room =
        new QueueCountLimit(
            names,
            () -> countQueues.topics(CallTrace.NONE),
            new QueueCountLimit.Bounds(settings.queues().most(), lookupMost()),
            given.ticker());
    return new CommandValidator(
        parser,
        new TargetLookup(allowed, lookupMost(), given.ticker()),
        given.clock(),
        new CommandValidator.Bounds(
            targets::allows, quotas::fit, quotas::take, quotas::takeAgain, room::enter),
        ids);
  }

  private int replyPartitions() {
    var replies = of.names().replies();
    var directory = of.kafka().directory();
    directory.await(List.of(replies), lookupMost());
    return directory.status(replies) instanceof TopicStatus.Writable known ? known.partitions() : 0;
  }

  private Duration lookupMost() {
    return settings.directory().timeout();
  }

  /** Limits of calls, as the table of routes needs them. */
  Quotas limits() {
    return quotas;
  }

  QueueDispatcher dispatcher() {
    return dispatcher;
  }

  /**
   * Handlers of all native calls.
   *
   * @param page the console and the handler of its caller
   */
  Handlers handlers(Handlers.Page page, Probes probes, Lmstfy lmstfy) {
    var decide = new ControlHandler(request, of.defaults(), of.known(), sends, later);
    return new Handlers(
        new ScheduleJobHandler(request, validator, of.topic(), of.replies(), later),
        new ChangeJobHandler(request, validator, of.replies(), feedbacks, later),
        asking(),
        new Handlers.Bulk(batch(), bulk),
        new Handlers.Control(decide, new ShowControlHandler(of.known())),
        queues(),
        new Handlers.Tenancy(
            new NamespacesHandler(of.known(), tenancy),
            new TokensHandler(of.known(), tenancy, given.random())),
        page,
        probes,
        lmstfy);
  }

  private Handlers.Questioning asking() {
    var jobs = new ListJobsHandler(listing, answer);
    var tail =
        new RejectedCommandReader(of.names().deadLetters(), of.kafka().consumers(), given.ticker());
    var letters = new ListDeadLettersHandler(jobs, new ListRejectedHandler(tail, workers, answer));
    var overview = new OverviewHandler(questions, answer, given.clock());
    return new Handlers.Questioning(get, jobs, letters, counts, overview);
  }

  private ScheduleBatchHandler batch() {
    var send = new BatchItemSender(validator, of.topic());
    return new ScheduleBatchHandler(
        send, later, of.inflight(), given.ticker(), settings.maxBodyBytes());
  }

  private Handlers.Queues queues() {
    var place = new RequestResultHandler.Place(queues::topic, settings.queues().longestWait());
    return new Handlers.Queues(
        reserve(),
        new AttemptFeedbackHandler(request, validator, feedbacks, later, queues::topic),
        new RequestResultHandler(request, validator, of.replies(), later, place),
        new QueueBulkHandler(bulk, queues),
        countQueues,
        peek(),
        ScheduleRequestReader.ofQueues(queues::topic),
        queues::subject,
        queues::topic);
  }

  private ReserveHandler reserve() {
    var sources = new ReserveHandler.Sources(dispatcher, new JobByIdDispatcher(get, leases));
    return new ReserveHandler(request, queues.paths()::queues, sources, later, settings.queues());
  }

  private PeekHandler peek() {
    return new PeekHandler(new PeekHandler.Sources(listing, ready), get, answer, queues::topic);
  }

  /** The pool that clients of lmstfy see. */
  LmstfyPool pool(int threads) {
    return new LmstfyPool(
        of.names(),
        new LmstfyPool.Steps(
            of.access(),
            quotas,
            new IntervalRateLimiter(of.limits(), given.ticker(), metrics::limited),
            request,
            validator,
            of.topic(),
            of.replies(),
            feedbacks,
            reserve(),
            new QueueBulkHandler(bulk, queues),
            later,
            workers),
        new LmstfyPool.Questions(get, peek(), countQueues, answer, queues),
        new TenantTokens(of.known(), tenancy, given.random()),
        new LmstfyPool.Given(given.clock(), given.ticker(), given.random(), ids, threads));
  }
}

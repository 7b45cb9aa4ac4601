package io.delaygate.gateway.app;

import io.delaygate.gateway.access.CallWindows;
import io.delaygate.gateway.access.PendingJobs;
import io.delaygate.gateway.access.Quotas;
import io.delaygate.gateway.control.ControlTopic;
import io.delaygate.gateway.control.DecideControl;
import io.delaygate.gateway.control.DecideTenancy;
import io.delaygate.gateway.control.ManageNamespaces;
import io.delaygate.gateway.control.ManageTokens;
import io.delaygate.gateway.control.NamespaceTargets;
import io.delaygate.gateway.control.ShowControl;
import io.delaygate.gateway.control.TenantTokens;
import io.delaygate.gateway.http.AnswerLater;
import io.delaygate.gateway.http.CallTrace;
import io.delaygate.gateway.http.HttpServer;
import io.delaygate.gateway.http.JsonRequest;
import io.delaygate.gateway.http.WholeBody;
import io.delaygate.gateway.jobs.BulkChange;
import io.delaygate.gateway.jobs.ChangeJob;
import io.delaygate.gateway.jobs.CountJobs;
import io.delaygate.gateway.jobs.GetJob;
import io.delaygate.gateway.jobs.ListJobs;
import io.delaygate.gateway.jobs.ListLetters;
import io.delaygate.gateway.jobs.ListRejected;
import io.delaygate.gateway.jobs.RejectedTail;
import io.delaygate.gateway.jobs.RequestResult;
import io.delaygate.gateway.jobs.ScheduleBatch;
import io.delaygate.gateway.jobs.ScheduleJob;
import io.delaygate.gateway.jobs.SendItem;
import io.delaygate.gateway.lmstfy.Lmstfy;
import io.delaygate.gateway.lmstfy.LmstfyPool;
import io.delaygate.gateway.ops.CountedOutcomes;
import io.delaygate.gateway.ops.GatewayMetrics;
import io.delaygate.gateway.ops.Probes;
import io.delaygate.gateway.outcome.Feedbacks;
import io.delaygate.gateway.outcome.ForwardResult;
import io.delaygate.gateway.outcome.Outcomes;
import io.delaygate.gateway.payload.Drafting;
import io.delaygate.gateway.payload.Intake;
import io.delaygate.gateway.payload.NewIds;
import io.delaygate.gateway.payload.TargetLookup;
import io.delaygate.gateway.queues.AskReady;
import io.delaygate.gateway.queues.AwaitJob;
import io.delaygate.gateway.queues.ChangeQueue;
import io.delaygate.gateway.queues.CountQueues;
import io.delaygate.gateway.queues.HandOut;
import io.delaygate.gateway.queues.Leases;
import io.delaygate.gateway.queues.PeekQueue;
import io.delaygate.gateway.queues.QueueRoom;
import io.delaygate.gateway.queues.Queues;
import io.delaygate.gateway.queues.ReserveJobs;
import io.delaygate.gateway.queues.TellAttempts;
import io.delaygate.gateway.schedulers.Listing;
import io.delaygate.gateway.schedulers.QueryAnswer;
import io.delaygate.gateway.schedulers.Questions;
import io.delaygate.gateway.schedulers.ShowOverview;
import io.delaygate.gateway.settings.GatewaySettings;
import io.delaygate.schemas.command.CommandParser;
import io.delaygate.service.directory.AllowedTopics;
import java.time.Duration;
import java.util.concurrent.Executor;

/**
 * Steps of calls about one installation, and how they hang together. Made once for each pool, after
 * the HTTP server, so that a stop ends what waits here before the server waits for answers.
 */
final class InstallationCalls {
  private final Installation of;
  private final GatewaySettings settings;
  private final TimeAndChance given;
  private final GatewayMetrics metrics;
  private final Executor workers;

  private final AnswerLater later;
  private final WholeBody bodies;
  private final JsonRequest request;
  private final Questions questions;
  private final QueryAnswer answer;
  private final CountJobs counts;
  private final Quotas quotas;
  private final NewIds ids;
  private final Intake intake;
  private final Outcomes outcomes;
  private final Listing listing;
  private final ControlTopic sends;
  private final Leases leases;
  private final AskReady ready;
  private final HandOut handOut;
  private final Feedbacks feedbacks;
  private final BulkChange bulk;
  private final GetJob get;
  private final CountQueues countQueues;
  private final Queues queues;
  private final DecideTenancy tenancy;

  /** Steps that run in the threads of that server. */
  InstallationCalls(Installation of, GatewayParts gateway, HttpServer http) {
    this.of = of;
    this.settings = gateway.settings();
    this.given = gateway.given();
    this.metrics = gateway.metrics();
    this.workers = http.workers();
    var names = of.names();
    var known = of.known();
    var lifetime = gateway.lifetime();
    this.later = new AnswerLater(of.inflight(), http.answerers());
    this.bodies = new WholeBody(given.ticker());
    this.request = new JsonRequest(bodies, settings.maxBodyBytes());
    this.questions = new Questions(of.settings().schedulers(), given.ticker());
    this.answer = new QueryAnswer(later);
    this.counts = new CountJobs(questions, answer);
    this.quotas = quotas();
    this.ids =
        new NewIds(of.topic()::knownPartitions, given.random(), given.clock(), given.ticker());
    this.outcomes = new CountedOutcomes(of.replies(), metrics, given.ticker());
    this.listing = new Listing(questions, given.ticker());
    this.sends = new ControlTopic(of.publisher(), of.topic(), names);
    this.leases = new Leases(of.replies(), of.topic(), metrics, given.ticker());
    this.ready = new AskReady(questions, of.just(), given.ticker());
    this.handOut = new HandOut(ready, known::isPaused, leases, given.ticker(), lifetime.failures());
    this.queues = new Queues(names, handOut, known, sends);
    this.countQueues = new CountQueues(counts, listing, ready, answer, queues);
    this.intake = intake();
    lifetime.closes(of.settings(), "waiting for results", deadline -> of.replies().endResults());
    lifetime.closes(of.settings(), "queues", handOut::close);
    var results =
        new ForwardResult(names.replies(), of.kafka().directory(), lookupMost(), of.publisher());
    this.feedbacks = new Feedbacks(outcomes, of.topic(), results, workers);
    var many = new BulkChange.Steps(request, intake, listing, outcomes, workers, answer);
    this.bulk = new BulkChange(many, given.ticker());
    this.get = new GetJob(questions, answer);
    this.tenancy = new DecideTenancy(request, known, sends, later);
  }

  private Quotas quotas() {
    var pending = new PendingJobs(counts::pending, of.publisher()::ends, given.ticker());
    return new Quotas(of.limits(), pending, given.ticker(), metrics::limited);
  }

  private Intake intake() {
    var names = of.names();
    var parser = new CommandParser(names, of.known()::defaults);
    var allowed = new AllowedTopics(of.kafka().directory(), names, settings.targets());
    var targets = new NamespaceTargets(of.known(), names);
    var room =
        new QueueRoom(
            names,
            () -> countQueues.topics(CallTrace.NONE),
            new QueueRoom.Bounds(settings.queues().most(), lookupMost()),
            given.ticker());
    return new Intake(
        parser,
        new TargetLookup(allowed, lookupMost(), given.ticker()),
        given.clock(),
        new Intake.Bounds(
            targets::allows, quotas::fit, quotas::take, quotas::takeAgain, room::enter),
        ids);
  }

  private Duration lookupMost() {
    return settings.directory().timeout();
  }

  /** Limits of calls, as the table of routes needs them. */
  Quotas limits() {
    return quotas;
  }

  HandOut handOut() {
    return handOut;
  }

  /**
   * Handlers of all native calls.
   *
   * @param page console, and who looks at it
   */
  Handlers handlers(Handlers.Page page, Probes probes, Lmstfy lmstfy) {
    var decide = new DecideControl(request, of.defaults(), of.known(), sends, later);
    return new Handlers(
        new ScheduleJob(request, intake, of.topic(), outcomes, later),
        new ChangeJob(request, intake, outcomes, feedbacks, later),
        asking(),
        new Handlers.Bulk(batch(), bulk),
        new Handlers.Control(decide, new ShowControl(of.known())),
        queues(),
        new Handlers.Tenancy(
            new ManageNamespaces(of.known(), tenancy),
            new ManageTokens(of.known(), tenancy, given.random())),
        page,
        probes,
        lmstfy);
  }

  private Handlers.Questioning asking() {
    var jobs = new ListJobs(listing, answer);
    var tail = new RejectedTail(of.names().deadLetters(), of.kafka().consumers(), given.ticker());
    var letters = new ListLetters(jobs, new ListRejected(tail, workers, answer));
    var overview = new ShowOverview(questions, answer, given.clock());
    return new Handlers.Questioning(get, jobs, letters, counts, overview);
  }

  private ScheduleBatch batch() {
    var send = new SendItem(intake, of.topic());
    return new ScheduleBatch(send, later, of.inflight(), given.ticker(), settings.maxBodyBytes());
  }

  private Handlers.Queues queues() {
    var place = new RequestResult.Place(queues::topic, settings.queues().longestWait());
    return new Handlers.Queues(
        reserve(),
        new TellAttempts(request, intake, feedbacks, later, queues::topic),
        new RequestResult(request, intake, outcomes, later, place),
        new ChangeQueue(bulk, queues),
        countQueues,
        peek(),
        Drafting.ofQueues(queues::topic),
        queues::subject,
        queues::topic);
  }

  private ReserveJobs reserve() {
    var sources = new ReserveJobs.Sources(handOut, new AwaitJob(get, leases));
    return new ReserveJobs(request, queues.paths()::queues, sources, later, settings.queues());
  }

  private PeekQueue peek() {
    return new PeekQueue(new PeekQueue.Sources(listing, ready), get, answer, queues::topic);
  }

  /** The pool that clients of lmstfy see. */
  LmstfyPool pool(int threads) {
    return new LmstfyPool(
        of.names(),
        new LmstfyPool.Steps(
            of.access(),
            quotas,
            new CallWindows(of.limits(), given.ticker(), metrics::limited),
            bodies,
            intake,
            of.topic(),
            outcomes,
            feedbacks,
            reserve(),
            new ChangeQueue(bulk, queues),
            later,
            workers),
        new LmstfyPool.Questions(get, peek(), countQueues, answer, queues),
        new TenantTokens(of.known(), tenancy, given.random()),
        new LmstfyPool.Given(given.clock(), given.ticker(), given.random(), ids, threads));
  }
}

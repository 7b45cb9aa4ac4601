package io.delaygate.gateway.app;

import io.delaygate.gateway.access.Access;
import io.delaygate.gateway.access.CallWindows;
import io.delaygate.gateway.access.PendingJobs;
import io.delaygate.gateway.access.Quotas;
import io.delaygate.gateway.access.ShowCaller;
import io.delaygate.gateway.console.Console;
import io.delaygate.gateway.control.ControlTopic;
import io.delaygate.gateway.control.DecideControl;
import io.delaygate.gateway.control.DecideTenancy;
import io.delaygate.gateway.control.KnownControl;
import io.delaygate.gateway.control.ManageNamespaces;
import io.delaygate.gateway.control.ManageTokens;
import io.delaygate.gateway.control.NamespaceTargets;
import io.delaygate.gateway.control.ShowControl;
import io.delaygate.gateway.control.TenantTokens;
import io.delaygate.gateway.http.AnswerLater;
import io.delaygate.gateway.http.CallTrace;
import io.delaygate.gateway.http.HttpServer;
import io.delaygate.gateway.http.InflightBytes;
import io.delaygate.gateway.http.JsonRequest;
import io.delaygate.gateway.http.Lifetime;
import io.delaygate.gateway.http.ProblemAnswers.Wording;
import io.delaygate.gateway.http.Servers;
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
import io.delaygate.gateway.ops.CountedOutcomes;
import io.delaygate.gateway.ops.CountedPublisher;
import io.delaygate.gateway.ops.GatewayMetrics;
import io.delaygate.gateway.ops.Meter;
import io.delaygate.gateway.ops.Probes;
import io.delaygate.gateway.ops.Readiness;
import io.delaygate.gateway.outcome.AwaitReply;
import io.delaygate.gateway.outcome.Feedbacks;
import io.delaygate.gateway.outcome.ForwardResult;
import io.delaygate.gateway.outcome.Outcomes;
import io.delaygate.gateway.payload.Drafting;
import io.delaygate.gateway.payload.Intake;
import io.delaygate.gateway.payload.NewIds;
import io.delaygate.gateway.payload.TargetLookup;
import io.delaygate.gateway.publish.CommandTopic;
import io.delaygate.gateway.publish.RecentPublishes;
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
import io.delaygate.schemas.command.DefaultsParser;
import io.delaygate.schemas.topics.TopicNames;
import io.delaygate.service.control.ControlReader;
import io.delaygate.service.directory.AllowedTopics;
import io.javalin.Javalin;
import io.javalin.config.RoutesConfig;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.event.Level;

/**
 * The steps of calls, and how they hang together: one method for each part of the table of routes.
 * Used once.
 */
final class Wiring {
  private final GatewaySettings settings;
  private final TimeAndChance given;
  private final KafkaSide kafka;
  private final TopicNames names;

  private final InflightBytes inflight;
  private final GatewayMetrics metrics;
  private final HttpServer http;
  private final CommandTopic topic;
  private final AwaitReply replies;
  private final DefaultsParser defaults;
  private final ControlReader decisions;
  private final KnownControl known;
  private final Access access;
  private final Readiness readiness;

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
  private final ShowControl shown;
  private final CountQueues countQueues;
  private final Queues queues;

  Wiring(GatewaySettings settings, TimeAndChance given, KafkaSide kafka, Lifetime lifetime) {
    this.settings = settings;
    this.given = given;
    this.kafka = kafka;
    this.names = settings.topicNames();
    this.inflight = new InflightBytes(settings.maxInflightBytes());
    this.metrics = new GatewayMetrics(inflight);
    var publisher = new CountedPublisher(kafka.publisher(), metrics);
    var just = new RecentPublishes(names::isQueue, given.ticker());
    this.topic =
        new CommandTopic(
            publisher, names.requests(), () -> kafka.directory().known(names.requests()), just);
    this.replies =
        new AwaitReply(
            topic, settings.outcomes(), kafka.consumers(), given.random(), metrics::skipped);
    this.defaults = new DefaultsParser(names);
    this.decisions = new ControlReader(names.control(), defaults, kafka.consumers());
    var opened = lifetime.opened();
    opened.add("outcomes", deadline -> replies.close());
    opened.add("decisions about targets", deadline -> decisions.close());
    this.known = new KnownControl(decisions, given.clock());
    this.access =
        settings
            .tokensFile()
            .map(file -> Access.byTokens(file, known::view, lifetime.failures()))
            .orElseGet(() -> Access.open(known::view));
    opened.add("tokens", deadline -> access.close());
    this.http = new HttpServer(settings, metrics, lifetime);
    this.readiness =
        new Readiness(
            publisher, kafka.directory(), lookupMost(), names.requests(), known::obstacle);

    this.later = new AnswerLater(inflight, http.answerers());
    this.bodies = new WholeBody(given.ticker());
    this.request = new JsonRequest(bodies, settings.maxBodyBytes());
    this.questions = new Questions(settings.schedulers(), given.ticker());
    this.answer = new QueryAnswer(later);
    this.counts = new CountJobs(questions, answer);
    this.quotas = quotas(publisher);
    this.ids = new NewIds(topic::knownPartitions, given.random(), given.clock(), given.ticker());
    this.outcomes = new CountedOutcomes(replies, metrics, given.ticker());
    this.listing = new Listing(questions, given.ticker());
    this.sends = new ControlTopic(publisher, topic, names);
    this.leases = new Leases(replies, topic, metrics, given.ticker());
    this.ready = new AskReady(questions, just, given.ticker());
    this.handOut = new HandOut(ready, known::isPaused, leases, given.ticker(), lifetime.failures());
    this.queues = new Queues(names, handOut, known, sends);
    this.countQueues = new CountQueues(counts, listing, ready, answer, queues);
    this.intake = intake();
    opened.add("waiting for results", deadline -> replies.endResults());
    opened.add("queues", handOut::close);
    var results = new ForwardResult(names.replies(), kafka.directory(), lookupMost(), publisher);
    this.feedbacks = new Feedbacks(outcomes, topic, results, http.workers());
    var many = new BulkChange.Steps(request, intake, listing, outcomes, http.workers(), answer);
    this.bulk = new BulkChange(many, given.ticker());
    this.get = new GetJob(questions, answer);
    this.shown = new ShowControl(known);
    metrics.watch(lifetime.failures());
    metrics.watch(replies);
    metrics.watch(handOut);
    metrics.gauge(Meter.LIVE_GATEWAYS, kafka.gateways()::getAsInt);
  }

  Readiness readiness() {
    return readiness;
  }

  Handlers handlers() {
    var probes = new Probes(readiness, replies::obstacle, decisions::obstacle, metrics);
    var queues = queues();
    return new Handlers(
        new ScheduleJob(request, intake, topic, outcomes, later),
        new ChangeJob(request, intake, outcomes, feedbacks, later),
        asking(),
        new Handlers.Bulk(batch(), bulk),
        new Handlers.Control(new DecideControl(request, defaults, known, sends, later), shown),
        queues,
        tenancy(),
        page(),
        probes,
        lmstfy(queues, probes));
  }

  /** Takes calls, and begins to read what they need. */
  Servers serve(Handlers handlers) {
    var lmstfy = handlers.lmstfy();
    var servers =
        new Servers(
            Objects.requireNonNull(
                start(
                    settings.port(),
                    Wording.OWN,
                    () -> Level.DEBUG,
                    routes -> Routes.add(routes, access, quotas, handlers))),
            start(settings.lmstfy().port(), Lmstfy.WORDING, lmstfy::callLog, lmstfy::add),
            start(
                settings.lmstfy().adminPort(),
                Lmstfy.ADMIN_WORDING,
                lmstfy::callLog,
                lmstfy::addAdmin));
    replies.start();
    decisions.start();
    return servers;
  }

  private @Nullable Javalin start(
      int port, Wording wording, Supplier<Level> calls, Consumer<RoutesConfig> routes) {
    return port < 0
        ? null
        : http.start(
            new HttpServer.Door(port, wording, calls, config -> routes.accept(config.routes)));
  }

  private Quotas quotas(CountedPublisher publisher) {
    var pending = new PendingJobs(counts::pending, publisher::ends, given.ticker());
    return new Quotas(knowledge(), pending, given.ticker(), metrics::limited);
  }

  private Quotas.Knowledge knowledge() {
    return new Quotas.Knowledge(decisions::view, kafka.gateways());
  }

  private Intake intake() {
    var parser = new CommandParser(names, known::defaults);
    var allowed = new AllowedTopics(kafka.directory(), names, settings.targets());
    var targets = new NamespaceTargets(known, names);
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

  private Handlers.Questioning asking() {
    var jobs = new ListJobs(listing, answer);
    var tail = new RejectedTail(names.deadLetters(), kafka.consumers(), given.ticker());
    var letters = new ListLetters(jobs, new ListRejected(tail, http.workers(), answer));
    var overview = new ShowOverview(questions, answer, given.clock());
    return new Handlers.Questioning(get, jobs, letters, counts, overview);
  }

  private ScheduleBatch batch() {
    var send = new SendItem(intake, topic);
    return new ScheduleBatch(send, later, inflight, given.ticker(), settings.maxBodyBytes());
  }

  private Handlers.Queues queues() {
    var bounds = settings.queues();
    var sources = new ReserveJobs.Sources(handOut, new AwaitJob(get, leases));
    var place = new RequestResult.Place(queues::topic, bounds.longestWait());
    return new Handlers.Queues(
        new ReserveJobs(request, queues.paths()::queues, sources, later, bounds),
        new TellAttempts(request, intake, feedbacks, later, queues::topic),
        new RequestResult(request, intake, outcomes, later, place),
        new ChangeQueue(bulk, queues),
        countQueues,
        new PeekQueue(new PeekQueue.Sources(listing, ready), get, answer, queues::topic),
        Drafting.ofQueues(queues::topic),
        queues::subject,
        queues::topic);
  }

  private Handlers.Page page() {
    return new Handlers.Page(
        new ShowCaller(access, names.requests()),
        settings.servesConsole() ? Optional.of(Console.load()) : Optional.empty());
  }

  private Lmstfy lmstfy(Handlers.Queues steps, Probes probes) {
    var way = new DecideTenancy(request, known, sends, later);
    return new Lmstfy(
        settings,
        new Lmstfy.Steps(
            access,
            quotas,
            new CallWindows(knowledge(), given.ticker(), metrics::limited),
            bodies,
            intake,
            topic,
            outcomes,
            feedbacks,
            steps.reserve(),
            steps.change(),
            later,
            http.workers()),
        new Lmstfy.Questions(get, steps.peek(), steps.count(), answer, queues),
        new Lmstfy.Admin(new TenantTokens(known, way, given.random()), probes::metrics),
        new Lmstfy.Given(given.clock(), given.ticker(), given.random(), ids));
  }

  private Handlers.Tenancy tenancy() {
    var way = new DecideTenancy(request, known, sends, later);
    return new Handlers.Tenancy(
        new ManageNamespaces(known, way), new ManageTokens(known, way, given.random()));
  }
}

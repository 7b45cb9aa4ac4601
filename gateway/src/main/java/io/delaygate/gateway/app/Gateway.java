package io.delaygate.gateway.app;

import io.delaygate.gateway.access.Access;
import io.delaygate.gateway.batch.BulkChange;
import io.delaygate.gateway.batch.ScheduleBatch;
import io.delaygate.gateway.batch.SendItem;
import io.delaygate.gateway.change.ChangeJob;
import io.delaygate.gateway.control.ControlTopic;
import io.delaygate.gateway.control.DecideControl;
import io.delaygate.gateway.control.KnownControl;
import io.delaygate.gateway.control.ShowControl;
import io.delaygate.gateway.draft.Intake;
import io.delaygate.gateway.letters.ListLetters;
import io.delaygate.gateway.letters.ListRejected;
import io.delaygate.gateway.letters.RejectedTail;
import io.delaygate.gateway.ops.CountedOutcomes;
import io.delaygate.gateway.ops.CountedPublisher;
import io.delaygate.gateway.ops.GatewayMetrics;
import io.delaygate.gateway.ops.Meter;
import io.delaygate.gateway.ops.Probes;
import io.delaygate.gateway.ops.Readiness;
import io.delaygate.gateway.outcome.AwaitReply;
import io.delaygate.gateway.publish.AnswerLater;
import io.delaygate.gateway.publish.CommandTopic;
import io.delaygate.gateway.publish.InflightBytes;
import io.delaygate.gateway.query.CountJobs;
import io.delaygate.gateway.query.GetJob;
import io.delaygate.gateway.query.ListJobs;
import io.delaygate.gateway.query.Listing;
import io.delaygate.gateway.query.QueryAnswer;
import io.delaygate.gateway.query.Questions;
import io.delaygate.gateway.request.JsonRequest;
import io.delaygate.gateway.schedule.ScheduleJob;
import io.delaygate.gateway.settings.GatewaySettings;
import io.delaygate.gateway.tenancy.DecideTenancy;
import io.delaygate.gateway.tenancy.ManageNamespaces;
import io.delaygate.gateway.tenancy.ManageTokens;
import io.delaygate.gateway.tenancy.NamespaceTargets;
import io.delaygate.gateway.usage.PendingJobs;
import io.delaygate.gateway.usage.Quotas;
import io.delaygate.schemas.command.CommandParser;
import io.delaygate.schemas.command.DefaultsParser;
import io.delaygate.schemas.control.ControlReader;
import io.delaygate.schemas.directory.AllowedTopics;
import io.delaygate.schemas.logging.LogKey;
import io.delaygate.schemas.settings.SettingsException;
import io.javalin.Javalin;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A running gateway: wires the steps of a call and stops them in order. Several may run in one JVM.
 */
public final class Gateway implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Gateway.class);

  private final Javalin server;
  private final Readiness readiness;
  private final List<Runnable> closings;
  private final AtomicBoolean closed = new AtomicBoolean();

  private Gateway(Javalin server, Readiness readiness, List<Runnable> closings) {
    this.server = server;
    this.readiness = readiness;
    this.closings = closings;
  }

  /**
   * Serves as the settings say. Does not wait for Kafka: {@code /readyz} tells when it is there.
   *
   * @param clock what due times are judged by; relative delays count from the broker's clock
   * @param ticker monotonic nanoseconds: how fresh is what we know of topics, how long do outcomes
   *     take
   * @throws SettingsException if a file that they name cannot be used
   */
  public static Gateway start(GatewaySettings settings, Clock clock, LongSupplier ticker) {
    var given = new TimeAndChance(clock, ticker, new SecureRandom());
    return start(settings, given, KafkaSide.connect(settings, ticker));
  }

  /** Serves with the given Kafka side, which is the gateway's from now on. */
  static Gateway start(GatewaySettings settings, TimeAndChance given, KafkaSide kafka) {
    try {
      return wire(settings, given, kafka);
    } catch (RuntimeException failed) {
      kafka.close();
      throw failed;
    }
  }

  private static Gateway wire(GatewaySettings settings, TimeAndChance given, KafkaSide kafka) {
    var names = settings.topicNames();
    var inflight = new InflightBytes(settings.maxInflightBytes());
    var metrics = new GatewayMetrics(inflight);
    var http = new HttpServer(settings, metrics);
    var publisher = new CountedPublisher(kafka.publisher(), metrics);
    var topic = new CommandTopic(publisher, names.requests());
    var replies =
        new AwaitReply(
            topic, settings.outcomes(), kafka.consumers(), given.random(), metrics::skipped);
    metrics.watch(replies);
    var defaults = new DefaultsParser(names);
    var decisions = new ControlReader(names.control(), defaults, kafka.consumers());
    var known = new KnownControl(decisions);
    var access = access(settings, known);
    var readiness = new Readiness(publisher, kafka.directory(), names.requests(), known::obstacle);

    var later = new AnswerLater(inflight, http.writers());
    var request = new JsonRequest(settings.maxBodyBytes(), given.ticker());
    var parser = new CommandParser(names, known::defaults);
    var allowed = new AllowedTopics(kafka.directory(), names, settings.targets());
    var questions = new Questions(settings.schedulers(), given.ticker());
    var answer = new QueryAnswer(later);
    var counts = new CountJobs(questions, answer);
    var pending = new PendingJobs(counts::pendingByNamespace, given.ticker());
    var knowledge = new Quotas.Knowledge(decisions::view, kafka.gateways());
    var quotas = new Quotas(knowledge, pending, given.ticker(), metrics::limited);
    metrics.gauge(Meter.LIVE_GATEWAYS, kafka.gateways()::getAsInt);
    var intake = new Intake(parser, allowed, given.clock(), bounds(settings, known, quotas));
    var outcomes = new CountedOutcomes(replies, metrics, given.ticker());

    var listing = new Listing(questions, given.ticker());
    var many = new BulkChange.Steps(request, listing, outcomes, http.writers(), answer);
    var send = new SendItem(intake, topic);
    var bulk =
        new Handlers.Bulk(
            new ScheduleBatch(send, later, inflight, given.ticker(), settings.maxBodyBytes()),
            new BulkChange(many, given.ticker()));

    var sends = new ControlTopic(publisher, topic, names);
    var control =
        new Handlers.Control(
            new DecideControl(request, defaults, known, sends, later), new ShowControl(known));
    var jobs = new ListJobs(listing, answer);
    var tail = new RejectedTail(names.deadLetters(), kafka.consumers(), given.ticker());
    var letters = new ListLetters(jobs, new ListRejected(tail, http.writers(), answer));
    var handlers =
        new Handlers(
            new ScheduleJob(request, intake, topic, outcomes, later),
            new ChangeJob(request, intake, outcomes, later),
            new Handlers.Questioning(new GetJob(questions, answer), jobs, letters, counts),
            bulk,
            control,
            tenancy(new DecideTenancy(request, known, sends, later), known, given),
            new Probes(readiness, replies::obstacle, decisions::obstacle, metrics));
    var server = http.start(config -> Routes.add(config.routes, access, quotas, handlers));
    replies.start();
    decisions.start();
    tell(settings, server.port());
    return new Gateway(
        server,
        readiness,
        List.of(
            () -> http.stop(server),
            replies::close,
            decisions::close,
            access::close,
            kafka::close));
  }

  private static Access access(GatewaySettings settings, KnownControl known) {
    return settings
        .tokensFile()
        .map(file -> Access.byTokens(file, known::view))
        .orElseGet(() -> Access.open(known::view));
  }

  private static Intake.Bounds bounds(GatewaySettings settings, KnownControl known, Quotas quotas) {
    var targets = new NamespaceTargets(known, settings.queues());
    return new Intake.Bounds(targets::allows, quotas::take);
  }

  private static Handlers.Tenancy tenancy(
      DecideTenancy way, KnownControl known, TimeAndChance given) {
    return new Handlers.Tenancy(
        new ManageNamespaces(known, way), new ManageTokens(known, way, given.random()));
  }

  private static void tell(GatewaySettings settings, int port) {
    LOG.atInfo()
        .addKeyValue(LogKey.HOST.key(), settings.host())
        .addKeyValue(LogKey.PORT.key(), port)
        .log("Serving");
    if (settings.letsInEverybody()) {
      LOG.atWarn()
          .addKeyValue(LogKey.HOST.key(), settings.host())
          .log("Whoever reaches this address may call everything");
    }
  }

  /** Every {@code METHOD /path} that is served. */
  List<String> routes() {
    return server.unsafe.internalRouter.allHttpHandlers().stream()
        .map(route -> route.endpoint)
        .filter(endpoint -> endpoint.method.isHttpMethod())
        .map(endpoint -> endpoint.method.name() + " " + endpoint.path)
        .toList();
  }

  /** The port that is bound. */
  public int port() {
    return server.port();
  }

  /**
   * Stops: not ready, no new calls, answers in flight up to the grace, outcomes included, then
   * Kafka. Returns when all is closed; a second call does nothing.
   */
  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      readiness.drain();
      LOG.atInfo().log("Draining: waiting for answers in flight");
      closings.forEach(Runnable::run);
      LOG.atInfo().log("Stopped");
    }
  }
}

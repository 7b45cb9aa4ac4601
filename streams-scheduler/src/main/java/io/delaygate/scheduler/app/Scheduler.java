package io.delaygate.scheduler.app;

import io.delaygate.scheduler.app.BrokerWatchTasks.Member;
import io.delaygate.scheduler.app.OwnTopicsCheck.Checked;
import io.delaygate.scheduler.clients.BoundedPollClients;
import io.delaygate.scheduler.clients.FailedSendListener;
import io.delaygate.scheduler.clients.FailedTasks;
import io.delaygate.scheduler.clients.FailedThreads;
import io.delaygate.scheduler.clients.ProducerFactory;
import io.delaygate.scheduler.clients.SharedClients;
import io.delaygate.scheduler.clients.TrialRunner;
import io.delaygate.scheduler.control.FailureWatch;
import io.delaygate.scheduler.due.DueEngine.Pace;
import io.delaygate.scheduler.effects.EffectApplier.Delivery;
import io.delaygate.scheduler.intake.CommandIntake;
import io.delaygate.scheduler.ops.ClientGauges;
import io.delaygate.scheduler.ops.Health;
import io.delaygate.scheduler.ops.HealthWatch;
import io.delaygate.scheduler.ops.HealthWatch.Norms;
import io.delaygate.scheduler.ops.HealthWatch.Watched;
import io.delaygate.scheduler.ops.LostCommands;
import io.delaygate.scheduler.ops.ProcessGauges;
import io.delaygate.scheduler.ops.SchedulerMetrics;
import io.delaygate.scheduler.outbound.DeadLetters;
import io.delaygate.scheduler.outbound.DeliverySpans;
import io.delaygate.scheduler.outbound.JobEvents;
import io.delaygate.scheduler.query.InstanceState;
import io.delaygate.scheduler.query.PartitionReads;
import io.delaygate.scheduler.query.QueryContext;
import io.delaygate.scheduler.query.QueryServer;
import io.delaygate.scheduler.query.StreamsPlacement;
import io.delaygate.scheduler.query.StreamsPlacement.Topic;
import io.delaygate.scheduler.query.TrendSampler;
import io.delaygate.scheduler.rules.DueRules;
import io.delaygate.scheduler.settings.MemberName;
import io.delaygate.scheduler.settings.SchedulerSettings;
import io.delaygate.scheduler.store.OpenJobStores;
import io.delaygate.scheduler.store.StoreChangelog;
import io.delaygate.scheduler.store.ThreadTransactions;
import io.delaygate.scheduler.targets.CircuitBreaker;
import io.delaygate.scheduler.targets.TargetDirectoryRefresher;
import io.delaygate.scheduler.topics.TopicCheck.Commands;
import io.delaygate.scheduler.view.RemadeTopics;
import io.delaygate.scheduler.view.WaitReasons;
import io.delaygate.service.actor.ActorClaims;
import io.delaygate.service.background.BackgroundFailures;
import io.delaygate.service.control.ControlReader;
import io.delaygate.service.directory.AllowedTopics;
import io.delaygate.service.directory.KafkaTopicDirectory;
import io.delaygate.service.directory.TopicDirectory;
import io.delaygate.service.shutdown.Deadline;
import io.delaygate.service.shutdown.ShutdownSteps;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.streams.CloseOptions;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.errors.ProcessorStateException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Member of the group of schedulers: Kafka Streams, the topic directory and the query server. It
 * joins once; the process makes a new member to join again, see {@link SchedulerService}.
 */
public final class Scheduler {
  private static final Logger LOG = LoggerFactory.getLogger(Scheduler.class);

  /** Short, as they were checked a moment ago; code that needs an unknown status waits for it. */
  private static final Duration OWN_TOPICS = Duration.ofSeconds(1);

  /** The answers to requests that are still open are not needed any more. */
  private static final Duration CLOSE_ADMIN = Duration.ofSeconds(5);

  private final ShutdownSteps opened;
  private final LongSupplier ticker;
  private final KafkaTopicDirectory directory;
  private final TopicDirectory allowed;
  private final Set<String> own;
  private final CircuitBreaker breaker;
  private final TrialRunner trials;
  private final SchedulerMetrics metrics;
  private final QueryContext queryable;
  private final ControlReader control;
  private final QueryServer query;
  private final KafkaStreams streams;
  private final HealthWatch watch;
  private final IncidentReports incidents;
  private final BrokerWatchTasks logs;
  private final TrendSampler trends;
  private final TargetDirectoryRefresher targets;

  /** Name in events and changes of jobs: the address that gateways call. */
  private volatile String instance = "";

  private Scheduler(
      SchedulerSettings settings,
      Commands topic,
      ControlReader control,
      Surroundings around,
      ShutdownSteps opened) {
    this.opened = opened;
    this.control = control;
    this.metrics = around.metrics();
    this.own = settings.written();
    var clocks = around.clocks();
    var unsound = TaskClients.unsound(settings, clocks.wall());
    queryable = QueryContext.of(stores(settings, around, unsound));
    var failures = around.failures();
    ticker = clocks.ticker();
    var memory = settings.memory();
    opened.add("memory of RocksDB", deadline -> memory.close());
    var admin = admin(settings, opened);
    directory =
        new KafkaTopicDirectory(
            admin, settings.directory(), any -> true, clocks.ticker(), failures);
    opened.add("topic directory", deadline -> directory.close());
    allowed = allowed(settings);
    targets = new TargetDirectoryRefresher(queryable.stores(), allowed, failures);
    breaker = new CircuitBreaker();
    var brokers = new TaskClients.Brokers(admin, directory, allowed);
    var shared = TaskClients.of(settings, around, brokers, breaker, unsound);
    trials = new TrialRunner(shared.trials(), breaker, clocks.wall(), failures);
    var reasons = reasons(settings);
    var remade = new RemadeTopics(clocks.wall());
    var stages = stages(settings, topic.partitions(), shared, around.isClockTrusted());
    var topology = SchedulerTopology.build(settings.names(), stages, memory);
    var requests = new Topic(settings.names().requests(), topic.partitions());
    var placement = new StreamsPlacement(requests);
    var reads = new PartitionReads(queryable, placement, settings.history(), reasons, remade);
    // ports first: if one is taken, no store is open yet
    query =
        new QueryServer(settings.queries(), reads, clocks.wall(), clocks.ticker(), clocks.ticker());
    opened.add("port of queries", deadline -> query.close());
    instance = settings.queryAdvertised(query.port());
    var member = MemberName.of(settings);
    var config = InstanceConfig.of(settings, member, instance, new FailedSendListener(shared));
    var lost = new LostCommands(admin, settings.names(), metrics);
    var clients =
        new BoundedPollClients(
            shared, lost::account, metrics, queryable.stores().stages(), failures);
    opened.add("producers", deadline -> clients.close());
    streams = new KafkaStreams(topology, config, clients);
    closeStreamsFirst();
    placement.follow(streams, instance);
    metrics.follow(placement::owned);
    directory.listen(clients);
    directory.listen(remade);
    var failed = new FailedThreads(admin, settings.names().applicationId(), member);
    streams.setUncaughtExceptionHandler(
        new ReplaceFailedThreads(failed, directory, metrics, clocks.wall()));
    streams.setGlobalStateRestoreListener(new RestoredRecords(metrics));
    showGauges(clients);
    ProcessGauges.show(metrics, memory, settings.stateDirectory(), topic.retentionMs());
    logs = new BrokerWatchTasks(admin, settings, new Member(placement, clients, breaker), around);
    var watched = new Watched(streams, directory, queryable.stores(), metrics, logs::blocked);
    var threads = config.getInt(StreamsConfig.NUM_STREAM_THREADS_CONFIG);
    var norms = new Norms(threads, own, settings.readyMaxLag());
    watch = new HealthWatch(watched, norms, clocks.ticker(), failures);
    queryable.condition().follow(this::condition);
    trends = new TrendSampler(reads, metrics::minute, clocks.wall(), clocks.ticker(), failures);
    incidents = new IncidentReports(settings, config, around);
    closeTasksFirst();
  }

  private AllowedTopics allowed(SchedulerSettings settings) {
    return new AllowedTopics(
        directory, settings.names(), settings.targets(), name -> control.view().has(name));
  }

  private WaitReasons reasons(SchedulerSettings settings) {
    var recheckMs = settings.recheckParked().toMillis();
    var reasons = new WaitReasons(control::view, allowed::known, breaker, recheckMs);
    metrics.explainParked(reasons);
    return reasons;
  }

  private static OpenJobStores stores(
      SchedulerSettings settings, Surroundings around, FailedTasks unsound) {
    return new OpenJobStores(
        around.clocks().ticker(),
        around.changelog(),
        new ThreadTransactions(settings.isExactlyOnce()),
        unsound::failed);
  }

  private void closeStreamsFirst() {
    opened.add("Kafka Streams", this::leave);
    opened.add("writing stores to disk", deadline -> flushStores());
  }

  /** Adds the close steps of background tasks, which have no thread before {@link #begin}. */
  private void closeTasksFirst() {
    opened.add("trials", deadline -> trials.close());
    opened.add("known targets", deadline -> targets.close());
    logs.addTo(opened);
    opened.add("trends", deadline -> trends.close());
    opened.add("health watch", deadline -> watch.close());
    opened.add("log of rejected commands", deadline -> incidents.close());
  }

  private void showGauges(BoundedPollClients clients) {
    new ClientGauges(() -> streams.metrics().values(), this::liveClients)
        .with(clients::producerMetrics)
        .show(metrics);
  }

  /**
   * Opens the local stores and joins the group; may return while stores still restore. If it fails,
   * everything is closed.
   *
   * @throws org.apache.kafka.streams.errors.StreamsException if local state cannot be opened, for
   *     example on a full disk
   */
  void begin() {
    if (!allowed.await(own, OWN_TOPICS)) {
      LOG.atInfo().log("The brokers have not described the scheduler's own topics yet");
    }
    incidents.showIn(queryable.condition());
    try {
      streams.start();
      watch.start();
      logs.start();
      trends.start();
      incidents.start();
      targets.start();
    } catch (RuntimeException | Error failed) {
      opened.closeAfter(failed, Deadline.in(SchedulerService.STOP, ticker));
      throw failed;
    }
  }

  /**
   * Checks the topics.
   *
   * @throws io.delaygate.service.settings.SettingsException if the topics do not fit
   */
  static Checked check(SchedulerSettings settings) {
    try (var checking = Admin.create(settings.adminProperties())) {
      return new OwnTopicsCheck(checking, settings).check();
    }
  }

  /**
   * Makes an instance with an open query port; {@link #begin} makes it join the group. If it fails,
   * everything is closed.
   */
  static Scheduler open(SchedulerSettings settings, Commands topic, Surroundings around) {
    var opened = new ShutdownSteps();
    try {
      var control = ControlStartupRead.follow(settings, opened);
      return new Scheduler(settings, topic, control, around, opened);
    } catch (RuntimeException | Error failed) {
      opened.closeAfter(failed, Deadline.in(SchedulerService.STOP, around.clocks().ticker()));
      throw failed;
    }
  }

  private static Admin admin(SchedulerSettings settings, ShutdownSteps opened) {
    var admin = Admin.create(settings.adminProperties());
    opened.add(
        "client of the brokers", deadline -> admin.close(deadline.atMost(CLOSE_ADMIN).left()));
    return admin;
  }

  private InstanceState.Told condition() {
    return new InstanceState.Told(watch.health(), metrics::recent, logs.unread());
  }

  private Set<String> liveClients() {
    return streams.metadataForLocalThreads().stream()
        .flatMap(
            thread ->
                Stream.concat(
                    Stream.of(thread.consumerClientId()), thread.producerClientIds().stream()))
        .collect(Collectors.toSet());
  }

  /** Health of the instance. */
  Health health() {
    return watch.health();
  }

  /** Port of the query server. */
  int queryPort() {
    return query.port();
  }

  /**
   * Leaves the group, so that a standby takes over at once; closes the stores in order, so that
   * they need no restore; then closes everything else. Idempotent.
   */
  void close(Deadline deadline) {
    opened.close(deadline);
  }

  private void leave(Deadline deadline) {
    queryable.stores().leave();
    var leave =
        CloseOptions.timeout(deadline.left())
            .withGroupMembershipOperation(CloseOptions.GroupMembershipOperation.LEAVE_GROUP);
    if (!streams.close(leave)) {
      LOG.atWarn().log("Kafka Streams did not stop in time; its state is restored at next start");
    }
  }

  /** A failure here repeats when the stores are closed, and is handled there. */
  private void flushStores() {
    try {
      queryable.stores().flush();
    } catch (ProcessorStateException failed) {
      LOG.atWarn()
          .setCause(failed)
          .log("A store could not be flushed to disk; closing it repeats the flush");
    }
  }

  private TaskDependencies stages(
      SchedulerSettings settings,
      int partitions,
      SharedClients shared,
      BooleanSupplier isClockTrusted) {
    var intake =
        new CommandIntake(
            new CommandIntake.Commands(
                settings.names(), partitions, topic -> control.view().defaults(topic)),
            ActorClaims.of(settings.querySecret()),
            allowed,
            metrics);
    var delivery =
        new Delivery(
            new DueRules(settings.parkMax().toMillis(), settings.unreserved().toMillis()),
            allowed,
            trials,
            new DeadLetters(settings.names().deadLetters(), allowed),
            new JobEvents(settings.names().events(), settings.events(), () -> instance),
            DeliverySpans.open(settings.spans(), opened),
            new FailureWatch(control::view, partitions),
            metrics);
    var pace =
        Pace.of(
            settings.sliceJobs(),
            settings.sliceTime(),
            settings.recheckParked(),
            shared.ticker(),
            shared.volume()::isFull);
    return new TaskDependencies(
        intake,
        delivery,
        breaker,
        pace,
        shared.poll(),
        shared.commits(),
        shared.unsound(),
        settings.history(),
        settings.letters(),
        () -> ThreadLocalRandom.current().nextDouble(),
        isClockTrusted,
        new TaskDependencies.Targets(
            control::view, settings.maxPending(), partitions, shared.newTopics()::mayBegin),
        queryable);
  }

  /**
   * Parts that exist once in the process, however often it makes a scheduler.
   *
   * @param factory of the producers of tasks and trials
   * @param failures of background tasks
   * @param isClockTrusted whether jobs that are due by the wall clock may be delivered; cheap to
   *     ask
   * @param changelog tells which topic the stores belong to
   */
  record Surroundings(
      SchedulerMetrics metrics,
      Clocks clocks,
      ProducerFactory factory,
      BackgroundFailures failures,
      BooleanSupplier isClockTrusted,
      StoreChangelog changelog) {}

  /**
   * Clocks of a process: wall clock and ticker.
   *
   * @param wall epoch milliseconds, the clock that Kafka Streams uses
   * @param ticker monotonic nanoseconds
   */
  public record Clocks(LongSupplier wall, LongSupplier ticker) {}
}

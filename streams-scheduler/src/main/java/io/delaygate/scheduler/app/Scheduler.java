package io.delaygate.scheduler.app;

import io.delaygate.scheduler.deadletter.DeadLetters;
import io.delaygate.scheduler.delivery.FailEveryError;
import io.delaygate.scheduler.due.BoundedPollClients;
import io.delaygate.scheduler.due.CommitPace;
import io.delaygate.scheduler.due.DueEngine.Pace;
import io.delaygate.scheduler.due.PollBound;
import io.delaygate.scheduler.effects.EffectApplier.Delivery;
import io.delaygate.scheduler.events.JobEvents;
import io.delaygate.scheduler.failures.FailureWatch;
import io.delaygate.scheduler.history.Retention;
import io.delaygate.scheduler.intake.CommandIntake;
import io.delaygate.scheduler.ops.ClientGauges;
import io.delaygate.scheduler.ops.Health;
import io.delaygate.scheduler.ops.HealthWatch;
import io.delaygate.scheduler.ops.HealthWatch.Norms;
import io.delaygate.scheduler.ops.HealthWatch.Watched;
import io.delaygate.scheduler.ops.LostCommands;
import io.delaygate.scheduler.ops.ProcessGauges;
import io.delaygate.scheduler.ops.SchedulerMetrics;
import io.delaygate.scheduler.query.Condition;
import io.delaygate.scheduler.query.PartitionReads;
import io.delaygate.scheduler.query.QueryServer;
import io.delaygate.scheduler.query.Queryable;
import io.delaygate.scheduler.query.StreamsPlacement;
import io.delaygate.scheduler.query.StreamsPlacement.Topic;
import io.delaygate.scheduler.rules.DueRules;
import io.delaygate.scheduler.settings.SchedulerSettings;
import io.delaygate.scheduler.store.RocksMemory;
import io.delaygate.scheduler.takeover.OrphanedTransactions;
import io.delaygate.scheduler.takeover.Predecessor;
import io.delaygate.scheduler.topics.TopicCheck.Commands;
import io.delaygate.scheduler.view.WaitReasons;
import io.delaygate.schemas.command.DefaultsParser;
import io.delaygate.schemas.control.ControlReader;
import io.delaygate.schemas.directory.AllowedTopics;
import io.delaygate.schemas.directory.KafkaTopicDirectory;
import io.delaygate.schemas.settings.SettingsException;
import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.streams.CloseOptions;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.errors.ProcessorStateException;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A member of the group of schedulers: Kafka Streams, the topic directory and the port of queries.
 * It joins once; the process makes a new one to join again, see {@link SchedulerService}.
 */
public final class Scheduler implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Scheduler.class);

  /** A crash loop of threads ends the instance; a broker outage of minutes does not. */
  private static final int RESTARTS = 20;

  private static final Duration RESTARTS_WITHIN = Duration.ofMinutes(10);

  /** The topics were there a moment ago; a start that fails is tried again by who started it. */
  private static final Duration CONTROL_WAIT = Duration.ofSeconds(60);

  private final Admin admin;
  private final KafkaTopicDirectory directory;
  private final RocksMemory memory;
  private final SchedulerMetrics metrics;
  private final Queryable queryable = Queryable.empty();
  private final ControlReader control;
  private final QueryServer query;
  private final KafkaStreams streams;
  private final HealthWatch watch;
  private final OrphanedTransactions orphaned;

  private Scheduler(
      SchedulerSettings settings, Commands topic, ControlReader control, Surroundings around) {
    this.control = control;
    this.metrics = around.metrics();
    var clocks = around.clocks();
    admin = Admin.create(settings.adminProperties());
    directory = new KafkaTopicDirectory(admin, settings.directory(), any -> true, clocks.ticker());
    memory = settings.memory();
    var commits = new CommitPace(settings.commitInterval(), clocks.ticker());
    var poll = new PollBound(clocks.wall(), commits);
    var reasons =
        new WaitReasons(
            control::view,
            new AllowedTopics(directory, settings.names(), settings.targets())::status,
            (target, partition) -> Optional.empty(),
            settings.recheckParked().toMillis());
    metrics.explainParked(reasons);
    var stages = stages(settings, topic.partitions(), poll, commits, clocks.ticker());
    var topology = SchedulerTopology.build(settings.names(), stages, memory);
    var requests = new Topic(settings.names().requests(), topic.partitions());
    var placement = new StreamsPlacement(requests);
    // first the ports: if one is taken, nothing has begun that would keep the process alive
    query =
        new QueryServer(
            settings.queries(),
            new PartitionReads(queryable, placement, new Retention(settings.history()), reasons),
            clocks.wall(),
            clocks.ticker());
    try {
      var advertised = settings.queryAdvertised(query.port());
      var config = config(settings, advertised);
      var lost = new LostCommands(admin, settings.names(), metrics);
      var clients = new BoundedPollClients(poll, commits, lost::account, metrics);
      streams = new KafkaStreams(topology, config, clients);
      placement.follow(streams, advertised);
      replaceFailedThreads(new RestartBudget(RESTARTS, RESTARTS_WITHIN), clocks.wall());
      new ClientGauges(() -> streams.metrics().values(), this::liveClients, settings.names())
          .show(metrics);
      ProcessGauges.show(metrics, memory, settings.stateDirectory(), topic.retentionMs());
      var watched = new Watched(streams, directory, metrics);
      watch = new HealthWatch(watched, norms(settings, config), clocks.ticker());
      queryable.condition().follow(this::condition);
      var application = settings.names().applicationId();
      orphaned = new OrphanedTransactions(admin, application, clients::isOwn, placement::awaited);
    } catch (RuntimeException failed) {
      query.close();
      throw failed;
    }
  }

  /**
   * Opens the stores that are there and joins the group; returns while it may still be restoring.
   * If that fails, all is closed.
   *
   * @throws org.apache.kafka.streams.errors.StreamsException if local state cannot be opened, as on
   *     a full disk
   */
  void begin() {
    try {
      streams.start();
    } catch (RuntimeException failed) {
      close();
      throw failed;
    }
    watch.start();
    orphaned.start();
  }

  /**
   * Frees the partitions of a process that was killed, and checks the topics.
   *
   * @throws io.delaygate.schemas.settings.SettingsException if the topics do not fit
   */
  static Commands check(SchedulerSettings settings) {
    try (var checking = Admin.create(settings.adminProperties())) {
      Predecessor.of(settings).ifPresent(killed -> killed.removeFromGroup(checking));
      return new OwnTopics(checking, settings).check();
    }
  }

  /**
   * Makes an instance that has opened its port of queries, and joins the group by {@link #begin}.
   */
  static Scheduler open(SchedulerSettings settings, Commands topic, Surroundings around) {
    var control = followControl(settings);
    try {
      return new Scheduler(settings, topic, control, around);
    } catch (RuntimeException failed) {
      control.close();
      throw failed;
    }
  }

  /** Before the first job is delivered: its target may have been paused long ago. */
  private static ControlReader followControl(SchedulerSettings settings) {
    var names = settings.names();
    var control =
        new ControlReader(
            names.control(),
            new DefaultsParser(names),
            () -> new KafkaConsumer<>(settings.followerProperties()));
    control.start();
    if (!control.awaitLoaded(CONTROL_WAIT)) {
      control.close();
      throw new SettingsException(
          "What is decided about targets cannot be read: " + control.obstacle().orElse(""));
    }
    return control;
  }

  private Condition.Told condition() {
    return new Condition.Told(watch.health(), metrics.recent());
  }

  private Set<String> liveClients() {
    return streams.metadataForLocalThreads().stream()
        .flatMap(
            thread ->
                Stream.concat(
                    Stream.of(thread.consumerClientId()), thread.producerClientIds().stream()))
        .collect(Collectors.toSet());
  }

  /** How the instance is. */
  Health health() {
    return watch.health();
  }

  /** The port of queries. */
  int queryPort() {
    return query.port();
  }

  /**
   * Leaves the group, so that a standby takes over at once, and closes the stores in order, so that
   * they need no restore. Idempotent.
   */
  @Override
  public void close() {
    watch.close();
    orphaned.close();
    flushStores();
    var leave =
        CloseOptions.timeout(Duration.ofSeconds(30))
            .withGroupMembershipOperation(CloseOptions.GroupMembershipOperation.LEAVE_GROUP);
    if (!streams.close(leave)) {
      LOG.atWarn()
          .log("Kafka Streams did not stop within 30 s; its state will be restored next time");
    }
    query.close();
    directory.close();
    admin.close(Duration.ofSeconds(5));
    memory.close();
    control.close();
  }

  /** What fails here fails again when the stores are closed, and is dealt with there. */
  private void flushStores() {
    try {
      queryable.stores().flush();
    } catch (ProcessorStateException failed) {
      LOG.atWarn()
          .setCause(failed)
          .log("A store could not be written to its disk; closing it tries again");
    }
  }

  private StreamsConfig config(SchedulerSettings settings, String advertised) {
    var properties = settings.streamsProperties();
    properties.put(StreamsConfig.APPLICATION_SERVER_CONFIG, advertised);
    return new StreamsConfig(FailEveryError.telling(directory::refused, properties));
  }

  private static Norms norms(SchedulerSettings settings, StreamsConfig config) {
    var names = settings.names();
    var topics = new HashSet<>(Set.of(names.rerouted(), names.deadLetters(), names.replies()));
    if (!settings.events().isEmpty()) {
      topics.add(names.events());
    }
    var threads = config.getInt(StreamsConfig.NUM_STREAM_THREADS_CONFIG);
    return new Norms(threads, topics, settings.readyMaxLag());
  }

  private Stages stages(
      SchedulerSettings settings,
      int partitions,
      PollBound poll,
      CommitPace commits,
      LongSupplier ticker) {
    var allowed = new AllowedTopics(directory, settings.names(), settings.targets());
    var intake =
        new CommandIntake(
            settings.names(),
            partitions,
            topic -> control.view().defaults(topic),
            allowed,
            metrics);
    var delivery =
        new Delivery(
            new DueRules(settings.parkMax().toMillis(), settings.unreserved().toMillis()),
            allowed,
            new DeadLetters(settings.names().deadLetters(), allowed),
            new JobEvents(settings.names().events(), settings.events(), allowed),
            new FailureWatch(control::view, partitions),
            metrics);
    var pace =
        Pace.of(settings.sliceJobs(), settings.sliceTime(), settings.recheckParked(), ticker);
    return new Stages(
        intake,
        delivery,
        pace,
        poll,
        commits,
        new Retention(settings.history()),
        settings.letters(),
        () -> ThreadLocalRandom.current().nextDouble(),
        new Stages.Targets(control::view, settings.maxPending(), partitions),
        queryable);
  }

  private void replaceFailedThreads(RestartBudget budget, LongSupplier clock) {
    streams.setUncaughtExceptionHandler(
        failure -> {
          directory.doubt();
          if (budget.take(clock.getAsLong())) {
            LOG.atError().setCause(failure).log("A stream thread failed and is replaced");
            metrics.threadRestarted();
            return StreamThreadExceptionResponse.REPLACE_THREAD;
          }
          LOG.atError()
              .setCause(failure)
              .log("Stream threads keep failing; this instance shuts down");
          return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
        });
  }

  /** What the process has once, however often a scheduler is made in it. */
  record Surroundings(SchedulerMetrics metrics, Clocks clocks) {}

  /**
   * The two clocks of a process.
   *
   * @param wall epoch milliseconds, the clock that Kafka Streams goes by
   * @param ticker monotonic nanoseconds
   */
  public record Clocks(LongSupplier wall, LongSupplier ticker) {}
}

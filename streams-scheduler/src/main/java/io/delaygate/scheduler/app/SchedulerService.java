package io.delaygate.scheduler.app;

import io.delaygate.scheduler.app.Scheduler.Clocks;
import io.delaygate.scheduler.app.Scheduler.Surroundings;
import io.delaygate.scheduler.clients.ProducerFactory;
import io.delaygate.scheduler.clock.ClockWatch;
import io.delaygate.scheduler.clock.ProbeProducer;
import io.delaygate.scheduler.ops.Health;
import io.delaygate.scheduler.ops.Meter;
import io.delaygate.scheduler.ops.OpsServer;
import io.delaygate.scheduler.ops.SchedulerMetrics;
import io.delaygate.scheduler.settings.SchedulerSettings;
import io.delaygate.scheduler.topics.TopicWatch;
import io.delaygate.schemas.background.BackgroundFailures;
import io.delaygate.schemas.background.GuardedScheduler;
import io.delaygate.schemas.logging.LogKey;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The scheduler of a process, which is a member of the group only while its clock is right, and the
 * port of metrics and health, which is served all the time.
 *
 * <p>When the clock is found wrong the member leaves in order, and a new one is made when the clock
 * is right again. A new one, as Kafka's clients keep times of the clock that was wrong.
 * Thread-safe.
 */
public final class SchedulerService implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(SchedulerService.class);

  /**
   * Brokers that do not tell their time keep nobody from starting for longer; their answer is there
   * before the stores are, unless they are busy.
   */
  private static final Duration FIRST_LOOK = Duration.ofSeconds(3);

  /** A probe that is under way ends within its time-outs. */
  private static final Duration LAST_LOOK = Duration.ofSeconds(3);

  private static final Health STARTING = new Health(List.of(), List.of("starting"));

  private final SchedulerSettings settings;
  private final Surroundings around;
  private final ClockWatch clock;
  private final GuardedScheduler background;
  private final OpsServer ops;
  private final TopicWatch topics;
  private volatile @Nullable Scheduler member;
  private volatile @Nullable Health failed;
  private boolean isClosed;

  private SchedulerService(SchedulerSettings settings, Clocks clocks, ProducerFactory factory) {
    this.settings = settings;
    var metrics = new SchedulerMetrics(settings.targetLabels(), clocks.wall());
    clock =
        new ClockWatch(
            probe(settings, clocks), settings.clockOffsetMax(), clocks.wall(), clocks.ticker());
    var failures = new BackgroundFailures(clocks.ticker());
    background = new GuardedScheduler("clock-watch", failures);
    around = new Surroundings(metrics, clocks, factory, failures, clock::isTrusted);
    metrics.values(Meter.CLOCK_OFFSET, clock::offsetSeconds);
    metrics.values(Meter.BACKGROUND_FAILURES, failures::byTask);
    topics = new TopicWatch(settings, failures);
    metrics.values(Meter.REFUSED_TOPICS, topics::refusedTopics);
    ops = new OpsServer(settings.host(), settings.port(), metrics.registry(), this::health);
  }

  /**
   * Starts an instance; returns while it may still be restoring, or be waiting for its clock.
   *
   * @throws io.delaygate.schemas.settings.SettingsException if the topics do not fit
   * @throws org.apache.kafka.streams.errors.StreamsException if local state cannot be opened, as on
   *     a full disk; nothing keeps running
   */
  public static SchedulerService start(SchedulerSettings settings, Clocks clocks) {
    return start(settings, clocks, ProducerFactory.OF_KAFKA);
  }

  /** The same with tasks and trials that send by producers of another make. */
  public static SchedulerService start(
      SchedulerSettings settings, Clocks clocks, ProducerFactory factory) {
    var topic = Scheduler.check(settings);
    var service = new SchedulerService(settings, clocks, factory);
    try {
      var firstLook = service.look();
      var member = Scheduler.open(settings, topic, service.around);
      awaitQuietly(firstLook);
      service.begin(member, topic.partitions());
    } catch (RuntimeException | Error failed) {
      service.close();
      throw failed;
    }
    return service;
  }

  private static ProbeProducer probe(SchedulerSettings settings, Clocks clocks) {
    var ids = settings.names().applicationId() + "-clock-";
    return new ProbeProducer(
        settings.probeProperties(),
        settings.names().replies(),
        () -> ids + UUID.randomUUID(),
        clocks.wall());
  }

  /** How the instance is. */
  public Health health() {
    var end = failed;
    if (end != null) {
      return end;
    }
    var obstacle = clock.obstacle();
    if (obstacle.isPresent()) {
      return new Health(List.of(), List.of(obstacle.get()));
    }
    var joined = member;
    return joined == null ? STARTING : joined.health().with(topics.obstacles());
  }

  /** The port of metrics and health. */
  public int port() {
    return ops.port();
  }

  /** The port of queries; 0 while the instance is not a member of the group. */
  public int queryPort() {
    var joined = member;
    return joined == null ? 0 : joined.queryPort();
  }

  /** Leaves the group and closes the stores in order, and stops serving. Idempotent. */
  @Override
  public synchronized void close() {
    if (isClosed) {
      return;
    }
    isClosed = true;
    background.execute(clock::close);
    var joined = member;
    if (joined != null) {
      joined.close();
    }
    topics.close();
    ops.close();
    try {
      if (!background.finish(LAST_LOOK)) {
        LOG.atDebug().log("A broker that was asked for its time has not answered");
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized void begin(Scheduler made, int partitions) {
    var obstacle = clock.obstacle();
    if (obstacle.isPresent()) {
      made.close();
      LOG.atWarn()
          .addKeyValue(LogKey.WHY.key(), obstacle.get())
          .log("The scheduler does not join its group before the clock is right");
    } else {
      join(made);
    }
    background.repeat(ClockWatch.EVERY, ClockWatch.EVERY, this::watch);
    topics.start(partitions);
  }

  private void join(Scheduler made) {
    made.begin();
    member = made;
    LOG.atInfo()
        .addKeyValue(LogKey.PORT.key(), ops.port())
        .addKeyValue(LogKey.QUERY_PORT.key(), made.queryPort())
        .log("Scheduler started");
  }

  private void watch() {
    try {
      clock.look();
    } finally {
      adjust();
    }
  }

  /** Looks once; what is returned comes to zero when that is over. */
  private CountDownLatch look() {
    var over = new CountDownLatch(1);
    background.execute(
        () -> {
          try {
            clock.look();
          } finally {
            over.countDown();
          }
        });
    return over;
  }

  private synchronized void adjust() {
    if (isClosed || failed != null) {
      return;
    }
    var obstacle = clock.obstacle();
    var joined = member;
    if (joined != null && obstacle.isPresent()) {
      LOG.atError()
          .addKeyValue(LogKey.WHY.key(), obstacle.get())
          .log("The clock is wrong; the scheduler hands its partitions over until it is right");
      leave(joined);
    } else if (joined != null && topics.isResized()) {
      LOG.atInfo().log("There are more partitions of commands; the scheduler joins its group anew");
      leave(joined);
      joinAgain();
    } else if (joined == null && obstacle.isEmpty()) {
      LOG.atInfo().log("The clock is right; the scheduler joins its group");
      joinAgain();
    }
  }

  private void leave(Scheduler joined) {
    member = null;
    joined.close();
  }

  /** As at a start: what fails here ends the process, which is started again. */
  private void joinAgain() {
    try {
      var topic = Scheduler.check(settings);
      topics.beginAnew(topic.partitions());
      join(Scheduler.open(settings, topic, around));
    } catch (RuntimeException | Error failure) {
      LOG.atError().setCause(failure).log("The scheduler could not join its group again");
      var lines = List.of("the scheduler could not join its group again: " + failure);
      failed = new Health(lines, lines);
    }
  }

  private static void awaitQuietly(CountDownLatch look) {
    try {
      if (!look.await(FIRST_LOOK.toMillis(), TimeUnit.MILLISECONDS)) {
        LOG.atDebug().log("The brokers have not told their time yet");
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}

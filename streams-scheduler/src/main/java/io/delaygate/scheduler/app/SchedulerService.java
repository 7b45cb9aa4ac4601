package io.delaygate.scheduler.app;

import io.delaygate.scheduler.app.OwnTopicsCheck.Checked;
import io.delaygate.scheduler.app.Scheduler.Clocks;
import io.delaygate.scheduler.app.Scheduler.Surroundings;
import io.delaygate.scheduler.changelog.ChangelogGuard;
import io.delaygate.scheduler.clients.ProducerFactory;
import io.delaygate.scheduler.clock.ClockWatch;
import io.delaygate.scheduler.clock.ProbeProducer;
import io.delaygate.scheduler.ops.Health;
import io.delaygate.scheduler.ops.OpsServer;
import io.delaygate.scheduler.ops.SchedulerMeter;
import io.delaygate.scheduler.ops.SchedulerMetrics;
import io.delaygate.scheduler.settings.SchedulerSettings;
import io.delaygate.scheduler.store.JobStoreFactory;
import io.delaygate.scheduler.topics.TopicWatch;
import io.delaygate.service.background.BackgroundFailures;
import io.delaygate.service.background.GuardedScheduler;
import io.delaygate.service.logging.LogKey;
import io.delaygate.service.shutdown.Deadline;
import io.delaygate.service.shutdown.ShutdownSteps;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Scheduler of a process with its port of metrics and health. It is a group member only while its
 * clock is right and the changelog is the one that holds the jobs; the port is open all the time.
 *
 * <p>When the clock is found wrong, the member leaves in order. When the clock is right again, a
 * new member is made, since Kafka's clients keep times of the wrong clock. Thread-safe.
 */
public final class SchedulerService implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(SchedulerService.class);

  /**
   * Longest delay of a start by brokers that do not return their time. They answer before the
   * stores are open, unless they are busy.
   */
  private static final Duration FIRST_LOOK = Duration.ofSeconds(3);

  /**
   * Longest time of a stop, and of the clean-up after a failed start. Nearly all of it is for Kafka
   * Streams, which closes its stores in some seconds and needs longer only on a slow or full disk.
   * 5 s below the least {@code scheduler.terminationGracePeriodSeconds} of the chart, 45: a process
   * that is killed while it stops has to restore.
   */
  public static final Duration STOP = Duration.ofSeconds(40);

  /** Time for a running probe to end by its own time-outs. */
  private static final Duration LAST_LOOK = Duration.ofSeconds(3);

  /** Seconds until a refused changelog is checked again. */
  private static final int REFUSED_LOOKS = 3;

  private static final Health STARTING = new Health(List.of(), List.of("starting"));

  private final SchedulerSettings settings;
  private final Surroundings around;
  private final ClockWatch clock;
  private final GuardedScheduler background;
  private final OpsServer ops;
  private final TopicWatch topics;
  private final ChangelogGuard changelog;
  private final ShutdownSteps opened;

  /** Held by the thread that makes the member join or leave. */
  private final ReentrantLock membership = new ReentrantLock();

  private volatile boolean isClosed;
  private volatile @Nullable Scheduler member;
  private volatile @Nullable Health failed;
  private volatile @Nullable String refused;
  private int looksToSkip;

  private SchedulerService(
      SchedulerSettings settings, Clocks clocks, ProducerFactory factory, ShutdownSteps opened) {
    this.settings = settings;
    this.opened = opened;
    var metrics = new SchedulerMetrics(settings.targetLabels(), clocks.wall());
    clock =
        new ClockWatch(
            probe(settings, clocks), settings.clockOffsetMax(), clocks.wall(), clocks.ticker());
    var failures = new BackgroundFailures(clocks.ticker());
    background = new GuardedScheduler("clock-watch", failures);
    changelog = new ChangelogGuard(settings, clocks.ticker(), failures);
    around = new Surroundings(metrics, clocks, factory, failures, clock::isTrusted, changelog);
    opened.add("watch of the changelog", deadline -> changelog.close());
    metrics.values(SchedulerMeter.CLOCK_OFFSET, clock::offsetSeconds);
    metrics.values(SchedulerMeter.BACKGROUND_FAILURES, failures::byTask);
    opened.add("clock watch", this::endClockWatch);
    topics = new TopicWatch(settings, failures);
    opened.add("watch of topics", deadline -> topics.close());
    metrics.values(SchedulerMeter.REFUSED_TOPICS, this::refusedTopics);
    ops = new OpsServer(settings.health(), metrics.registry(), this::health, clocks.ticker());
    opened.add("port of metrics and health", deadline -> ops.close());
    opened.add("member of the group", this::closeMember);
  }

  /**
   * Starts an instance; may return while it still restores or waits for its clock.
   *
   * @throws io.delaygate.service.settings.SettingsException if the topics do not fit
   * @throws org.apache.kafka.streams.errors.StreamsException if local state cannot be opened, for
   *     example on a full disk; nothing keeps running
   */
  public static SchedulerService start(SchedulerSettings settings, Clocks clocks) {
    return start(settings, clocks, ProducerFactory.OF_KAFKA);
  }

  /** The same, with another factory for the producers of tasks and trials. */
  public static SchedulerService start(
      SchedulerSettings settings, Clocks clocks, ProducerFactory factory) {
    var checked = Scheduler.check(settings);
    var opened = new ShutdownSteps();
    try {
      var service = new SchedulerService(settings, clocks, factory, opened);
      var firstLook = service.look();
      var member = service.open(checked);
      awaitQuietly(firstLook);
      service.begin(member, checked.commands().partitions());
      return service;
    } catch (RuntimeException | Error failed) {
      opened.closeAfter(failed, Deadline.in(STOP, clocks.ticker()));
      throw failed;
    }
  }

  /** Makes a member that has not joined yet; null if it may not join. */
  private @Nullable Scheduler open(Checked checked) {
    var refusal = checked.refusal();
    if (refusal != null) {
      refuse(refusal);
      return null;
    }
    refused = null;
    changelog.expect(checked.changelog());
    return Scheduler.open(settings, checked.commands(), around);
  }

  /** Logs a refusal once, however often it is found. */
  private void refuse(String why) {
    if (!why.equals(refused)) {
      LOG.atError()
          .addKeyValue(LogKey.WHY.key(), why)
          .log(
              "The changelog cannot be used; the scheduler stays out of its group until the"
                  + " changelog is repaired");
    }
    refused = why;
    looksToSkip = REFUSED_LOOKS;
  }

  private static ProbeProducer probe(SchedulerSettings settings, Clocks clocks) {
    var ids = settings.names().applicationId() + "-clock-";
    return new ProbeProducer(
        settings.probeProperties(),
        settings.names().replies(),
        () -> ids + UUID.randomUUID(),
        clocks.wall());
  }

  /** Health of the instance. */
  public Health health() {
    var end = failed;
    if (end != null) {
      return end;
    }
    var obstacle = clock.obstacle();
    if (obstacle.isPresent()) {
      return new Health(List.of(), List.of(obstacle.get()));
    }
    // a finding after the member left explains more than the reason why it left
    var since = refused;
    var why = since == null ? changelog.obstacle().orElse(null) : since;
    if (why != null) {
      return new Health(List.of(), List.of(why));
    }
    var joined = member;
    return joined == null ? STARTING : joined.health().with(topics.obstacles());
  }

  private Map<String, Double> refusedTopics() {
    var refusals = new HashMap<>(topics.refusedTopics());
    if (changelog.obstacle().isPresent() || refused != null) {
      refusals.merge(JobStoreFactory.changelog(settings.names().applicationId()), 1.0, Double::sum);
    }
    return refusals;
  }

  /** Port of metrics and health. */
  public int port() {
    return ops.port();
  }

  /** Port of the query server; 0 while the instance is not a member of the group. */
  public int queryPort() {
    var joined = member;
    return joined == null ? 0 : joined.queryPort();
  }

  /**
   * Leaves the group and closes the stores in order, and stops serving, all within {@link #STOP}.
   * Idempotent.
   */
  @Override
  public void close() {
    opened.close(stopDeadline());
  }

  private Deadline stopDeadline() {
    return Deadline.in(STOP, around.clocks().ticker());
  }

  /** A member that is already leaving does so within its own deadline, which is earlier. */
  private void closeMember(Deadline deadline) throws InterruptedException {
    isClosed = true;
    if (membership.tryLock(deadline.left().toNanos(), TimeUnit.NANOSECONDS)) {
      try {
        var joined = member;
        if (joined != null) {
          joined.close(deadline);
        }
      } finally {
        membership.unlock();
      }
    }
  }

  /** The probe is closed by the thread of the clock watch, which may be waiting for a broker. */
  private void endClockWatch(Deadline deadline) throws InterruptedException {
    background.execute(clock::close);
    if (!background.finish(deadline.atMost(LAST_LOOK).left())) {
      LOG.atDebug().log("A broker did not answer the request for its time");
      background.close();
    }
  }

  private void begin(@Nullable Scheduler made, int partitions) {
    if (made != null) {
      joinIfPossible(made);
    }
    background.repeat(ClockWatch.EVERY, ClockWatch.EVERY, this::watch);
    topics.start(partitions);
    changelog.start();
  }

  /**
   * Joins the group; closes a member that was made while the process began to stop or its clock
   * went wrong.
   */
  private void joinIfPossible(Scheduler made) {
    membership.lock();
    try {
      var obstacle = clock.obstacle();
      if (isClosed) {
        made.close(stopDeadline());
      } else if (obstacle.isPresent()) {
        made.close(stopDeadline());
        LOG.atWarn()
            .addKeyValue(LogKey.WHY.key(), obstacle.get())
            .log("The scheduler does not join its group until the clock is right");
      } else {
        join(made);
      }
    } finally {
      membership.unlock();
    }
  }

  private void join(Scheduler made) {
    member = made;
    made.begin();
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

  /** Checks the clock once; the returned latch reaches zero when the check is over. */
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

  private void adjust() {
    if (isClosed || failed != null) {
      return;
    }
    var obstacle = clock.obstacle();
    var joined = member;
    var wrong = changelog.obstacle();
    if (joined != null && wrong.isPresent()) {
      refuse(wrong.get());
      leave(joined);
    } else if (joined != null && obstacle.isPresent()) {
      LOG.atError()
          .addKeyValue(LogKey.WHY.key(), obstacle.get())
          .log(
              "The clock is wrong; the scheduler hands over its partitions until the clock is"
                  + " right");
      leave(joined);
    } else if (joined != null && topics.isResized()) {
      LOG.atInfo().log("The command topics have more partitions; the scheduler rejoins its group");
      leave(joined);
      joinAgain();
    } else if (joined == null && obstacle.isEmpty() && looksToSkip-- <= 0) {
      joinAgain();
    }
  }

  private void leave(Scheduler joined) {
    membership.lock();
    try {
      member = null;
      joined.close(stopDeadline());
    } finally {
      membership.unlock();
    }
  }

  /**
   * Joins the group with a new member. As at a start, a failure ends the process, and it is started
   * again; but not while the changelog is refused, since an operator may be repairing it here.
   */
  private void joinAgain() {
    try {
      // outside the lock: this may wait for brokers for a minute, and a stop must not
      var checked = Scheduler.check(settings);
      topics.beginAnew(checked.commands().partitions());
      var made = open(checked);
      if (made != null) {
        LOG.atInfo().log("The scheduler rejoins its group");
        joinIfPossible(made);
      }
    } catch (RuntimeException | Error failure) {
      couldNotJoin(failure);
    }
  }

  private void couldNotJoin(Throwable failure) {
    var why = refused;
    if (isClosed) {
      LOG.atDebug()
          .setCause(failure)
          .log("The scheduler is stopping and does not rejoin its group");
    } else if (why != null && failure instanceof RuntimeException) {
      LOG.atWarn().setCause(failure).log("The changelog could not be checked again");
      refuse(why);
    } else {
      LOG.atError().setCause(failure).log("The scheduler could not rejoin its group; restart it");
      var lines = List.of("the scheduler cannot rejoin its group; restart it; cause: " + failure);
      failed = new Health(lines, lines);
    }
  }

  private static void awaitQuietly(CountDownLatch look) {
    try {
      if (!look.await(FIRST_LOOK.toMillis(), TimeUnit.MILLISECONDS)) {
        LOG.atDebug().log("The brokers have not reported their time yet");
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}

package io.delaygate.scheduler.ops;

import io.delaygate.scheduler.incidents.RecentIncidents;
import io.delaygate.scheduler.incidents.RecentIncidents.Kind;
import io.delaygate.scheduler.incidents.RejectedCommands;
import io.delaygate.scheduler.ops.RecentEmissions.Flow;
import io.delaygate.scheduler.store.JobTable;
import io.delaygate.scheduler.view.WaitReasons;
import io.delaygate.schemas.contract.Outcome;
import io.delaygate.schemas.contract.ReasonCode;
import io.prometheus.client.CollectorRegistry;
import io.prometheus.client.Counter;
import io.prometheus.client.Gauge;
import io.prometheus.client.Histogram;
import io.prometheus.client.SimpleCollector;
import io.prometheus.client.hotspot.DefaultExports;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.apache.kafka.streams.processor.TaskId;

/** Prometheus metrics of one scheduler instance. Thread-safe. */
public final class SchedulerMetrics {
  /** Histogram bounds, from the smallest promised lateness to an outage of an hour. */
  private static final double[] SECONDS = {
    .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 60, 600, 3600
  };

  private static final double MS_PER_SECOND = 1000.0;

  private final CollectorRegistry registry = new CollectorRegistry(true);
  private final TargetLabels targets;
  private final OpenTasks tasks;
  private final LongSupplier clock;

  private final RecentEmissions recent;
  private final RecentIncidents incidents = new RecentIncidents();
  private final RejectedCommands rejections = new RejectedCommands();
  private final Histogram lateness = histogram(SchedulerMeter.LATENESS);
  private final Histogram committedLateness = histogram(SchedulerMeter.LATENESS_COMMITTED);
  private final Histogram commandSeconds = histogram(SchedulerMeter.COMMAND_SECONDS);
  private final Counter delivered = counter(SchedulerMeter.DELIVERED);
  private final Counter commands = counter(SchedulerMeter.COMMANDS);
  private final Counter rejected = counter(SchedulerMeter.REJECTED);
  private final Counter failedAttempts = counter(SchedulerMeter.FAILED_ATTEMPTS);
  private final Counter deadLettered = counter(SchedulerMeter.UNDELIVERABLE);
  private final Counter expired = counter(SchedulerMeter.EXPIRED);
  private final Counter repliesDropped = counter(SchedulerMeter.REPLIES_DROPPED);
  private final Counter rerouted = counter(SchedulerMeter.REROUTED);
  private final Counter parked = counter(SchedulerMeter.PARKED);
  private final Counter alarms = counter(SchedulerMeter.ALARMS);
  private final Counter lookedAt = counter(SchedulerMeter.LOOKED_AT);
  private final Counter historyCut = counter(SchedulerMeter.HISTORY_CUT);
  private final Map<SchedulerMeter, LabelledValues> labelled = new ConcurrentHashMap<>();
  private final Counter restarts = counter(SchedulerMeter.THREAD_RESTARTS);
  private final Counter restored = counter(SchedulerMeter.RESTORED);
  private final Counter skipped = counter(SchedulerMeter.REQUESTS_SKIPPED);
  private final Counter positionsLost = counter(SchedulerMeter.POSITIONS_LOST);
  private final Counter commits = counter(SchedulerMeter.COMMITS);
  private final Counter aborts = counter(SchedulerMeter.ABORTS);
  private final Counter rebalances = counter(SchedulerMeter.REBALANCES);
  private final Map<SchedulerMeter, Gauge> gauges = new ConcurrentHashMap<>();
  private final Map<SchedulerMeter, DoubleSupplier> sources = new ConcurrentHashMap<>();
  private final ThreadLocal<UncommittedEmissions> uncommitted =
      ThreadLocal.withInitial(UncommittedEmissions::new);

  /**
   * Creates the metrics of one scheduler instance, with those of its JVM.
   *
   * @param clock epoch milliseconds
   */
  public SchedulerMetrics(TargetLabels targets, LongSupplier clock) {
    this.targets = targets;
    this.clock = clock;
    this.recent = new RecentEmissions(clock.getAsLong());
    tasks = new OpenTasks(targets, clock).register(registry);
    DefaultExports.register(registry);
    // registered at zero, so that an alert sees the first loss as an increase
    for (var loss : PositionLoss.values()) {
      positionsLost.labels(loss.label());
    }
  }

  /** Registry that {@code /metrics} shows. */
  public CollectorRegistry registry() {
    return registry;
  }

  /**
   * Registers a gauge whose value is read at each scrape, in the place of the meter's former one.
   */
  public void gauge(SchedulerMeter meter, DoubleSupplier value) {
    sources.put(meter, value);
    gauges
        .computeIfAbsent(meter, first -> define(Gauge.build(), first))
        .setChild(
            new Gauge.Child() {
              @Override
              public double get() {
                return value.getAsDouble();
              }
            });
  }

  /**
   * Sets the source of the assigned partitions, so that jobs of a partition are reported overdue
   * while its task is rolled back, too.
   *
   * @param partitions of this process, empty while they are not known; may throw while Kafka
   *     Streams does not run
   */
  public void follow(Supplier<Optional<Set<Integer>>> partitions) {
    tasks.follow(partitions);
  }

  /** Registers the reasons why parked jobs wait, which are read at each scrape. */
  public void explainParked(WaitReasons reasons) {
    tasks.explain(reasons);
  }

  /**
   * Registers values by label, gauges or counters, which are read at each scrape, in the place of
   * the meter's former ones.
   */
  public void values(SchedulerMeter meter, Supplier<Map<String, Double>> values) {
    var before = labelled.remove(meter);
    if (before != null) {
      registry.unregister(before);
    }
    labelled.put(meter, new LabelledValues(meter, values).<LabelledValues>register(registry));
  }

  /**
   * Counts an understood command's outcome.
   *
   * @param ageMs age of its record
   */
  public void outcome(Outcome outcome, long ageMs) {
    commands.labels(outcome.name()).inc();
    commandSeconds.observe(seconds(ageMs));
    if (outcome == Outcome.SCHEDULED || outcome == Outcome.REPLACED) {
      recent.add(clock.getAsLong(), Flow.SCHEDULED);
    }
  }

  /** Counts a job, or an attempt, that was delivered. */
  public void emitted(String topic, long dueMs, long nowMs) {
    delivered.labels(targets.of(topic)).inc();
    lateness.observe(seconds(nowMs - dueMs));
    recent.add(nowMs, Math.max(0, nowMs - dueMs));
    uncommitted.get().add(dueMs);
  }

  /** Jobs that were emitted within the last minute. */
  public RecentEmissions.Seen recent() {
    return recent.seen(clock.getAsLong());
  }

  /** Sums of the minute that ended at this time, epoch milliseconds, at most half a minute ago. */
  public RecentEmissions.Minute minute(long endMs) {
    return recent.minute(endMs);
  }

  /** Counts a commit of the calling stream thread. */
  public void committed() {
    commits.inc();
    var nowMs = clock.getAsLong();
    uncommitted.get().drain(dueMs -> committedLateness.observe(seconds(nowMs - dueMs)));
  }

  /** Counts an abort of the calling stream thread. */
  public void aborted() {
    aborts.inc();
    uncommitted.get().clear();
  }

  /** Rejected commands of the last hour. */
  public RejectedCommands rejections() {
    return rejections;
  }

  /** Incidents of the last day. */
  public RecentIncidents incidents() {
    return incidents;
  }

  /** Present value of a gauge; NaN where it is not known. */
  double value(SchedulerMeter meter) {
    var source = sources.get(meter);
    return source == null ? Double.NaN : source.getAsDouble();
  }

  /** Present values of a metric by its label; empty where they are not known. */
  Map<String, Double> byLabel(SchedulerMeter meter) {
    var values = labelled.get(meter);
    return values == null ? Map.of() : values.now();
  }

  /** Time for which the earliest job has been due; 0 if none is. Parked jobs do not count. */
  long overdueMs() {
    return tasks.overdueMs();
  }

  /** Counts a rejected command. */
  public void rejected(ReasonCode reason) {
    rejected.labels(reason.name()).inc();
    recent.add(clock.getAsLong(), Flow.REJECTED);
  }

  /** Counts an attempt of an acknowledged job that was given back or timed out. */
  public void attemptFailed(String topic) {
    failedAttempts.labels(targets.of(topic)).inc();
  }

  /** Counts a job that ended in the dead letters. */
  public void deadLettered(String topic, ReasonCode reason) {
    deadLettered.labels(targets.of(topic), reason.name()).inc();
    recent.add(clock.getAsLong(), Flow.DEAD);
    incidents.add(Kind.DEAD_LETTERS, topic, reason.name(), clock.getAsLong());
  }

  /** Counts a job that expired. */
  public void expired() {
    expired.inc();
  }

  /** Counts an outcome that could not be sent. */
  public void replyDropped() {
    repliesDropped.inc();
  }

  /** Counts a command sent on to another partition. */
  public void rerouted() {
    rerouted.inc();
  }

  /** Counts a parked job. */
  public void parked(String topic) {
    parked.labels(targets.of(topic)).inc();
  }

  /** Counts an alarm of a target whose failures passed a threshold. */
  public void alarmed(String topic) {
    alarms.labels(targets.of(topic)).inc();
    incidents.add(Kind.FAILURE_ALARM, topic, null, clock.getAsLong());
  }

  /** Counts a job whose time had come, whatever its result. */
  public void lookedAt() {
    lookedAt.inc();
  }

  /** Counts entries of the history that were removed for its bound of bytes. */
  public void historyCut(long entries) {
    historyCut.inc((double) entries);
  }

  /** Counts records that stores of active tasks read from their changelogs. */
  public void restored(long records) {
    restored.inc((double) records);
  }

  /** Counts a replaced stream thread. */
  public void threadRestarted() {
    restarts.inc();
    incidents.add(Kind.THREAD_RESTARTS, null, null, clock.getAsLong());
  }

  /**
   * Counts a command partition that could not be continued at its position, and the commands lost
   * by that.
   */
  void positionLost(PositionLoss loss, long lost) {
    positionsLost.labels(loss.label()).inc();
    skipped.inc((double) lost);
    incidents.add(Kind.COMMANDS_LOST, null, loss.label(), clock.getAsLong());
  }

  /** Counts a rebalance of the group. */
  void rebalanced() {
    rebalances.inc();
  }

  /** Adds an active task, whose table is read from other threads. */
  public void taskOpened(TaskId task, JobTable table) {
    tasks.opened(task, table);
    rejections.opened(task.partition(), clock.getAsLong());
  }

  /** Removes a task, on its thread; its uncommitted work will never be committed. */
  public void taskClosed(TaskId task) {
    tasks.closed(task);
    rejections.closed(task.partition());
    uncommitted.get().clear();
  }

  private static double seconds(long ms) {
    return Math.max(0, ms) / MS_PER_SECOND;
  }

  private Counter counter(SchedulerMeter meter) {
    return define(Counter.build(), meter);
  }

  private Histogram histogram(SchedulerMeter meter) {
    return define(Histogram.build().buckets(SECONDS), meter);
  }

  private <C extends SimpleCollector<?>> C define(
      SimpleCollector.Builder<?, C> builder, SchedulerMeter meter) {
    return builder
        .name(meter.metricName())
        .help(meter.help())
        .labelNames(meter.labels().toArray(String[]::new))
        .register(registry);
  }
}

package io.delaygate.scheduler.ops;

import io.delaygate.schemas.contract.Outcome;
import io.delaygate.schemas.contract.ReasonCode;
import io.prometheus.client.CollectorRegistry;
import io.prometheus.client.Counter;
import io.prometheus.client.Gauge;
import io.prometheus.client.Histogram;
import io.prometheus.client.hotspot.DefaultExports;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.apache.kafka.streams.processor.TaskId;

/** Every metric of the scheduler, declared once. Thread-safe. */
public final class SchedulerMetrics {
  private final CollectorRegistry registry = new CollectorRegistry(true);
  private final Map<TaskId, LongSupplier> pendingOf = new ConcurrentHashMap<>();

  private final Histogram lateness =
      Histogram.build()
          .name("delaygate_lateness_seconds")
          .help("Emit time minus due time of delivered jobs, before the commit.")
          .buckets(.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 60, 600, 3600)
          .register(registry);
  private final Counter commands =
      Counter.build()
          .name("delaygate_commands_total")
          .help("Commands carried out, by outcome.")
          .labelNames("outcome")
          .register(registry);
  private final Counter rejected =
      Counter.build()
          .name("delaygate_rejected_total")
          .help("Commands rejected to the dead letters, by reason.")
          .labelNames("reason")
          .register(registry);
  private final Counter deadLettered =
      Counter.build()
          .name("delaygate_undeliverable_total")
          .help("Jobs that became dead letters, by reason.")
          .labelNames("reason")
          .register(registry);
  private final Counter expired =
      Counter.build()
          .name("delaygate_expired_total")
          .help("Jobs that were not delivered before their expiry.")
          .register(registry);
  private final Counter repliesDropped =
      Counter.build()
          .name("delaygate_replies_dropped_total")
          .help("Outcomes whose reply topic could not take them.")
          .register(registry);
  private final Counter rerouted =
      Counter.build()
          .name("delaygate_rerouted_total")
          .help("Commands that lay in a partition that does not own their id.")
          .register(registry);
  private final Counter parked =
      Counter.build()
          .name("delaygate_parked_total")
          .help("Due jobs parked: their target was missing, not writable, paused or limited.")
          .register(registry);
  private final Counter alarms =
      Counter.build()
          .name("delaygate_failure_alarms_total")
          .help("How often a target's failures passed the threshold of its alarm, by topic.")
          .labelNames("topic")
          .register(registry);
  private final Counter restarts =
      Counter.build()
          .name("delaygate_thread_restarts_total")
          .help("Stream threads replaced after a failure.")
          .register(registry);

  private final Counter skipped =
      Counter.build()
          .name("delaygate_requests_skipped_total")
          .help("Commands deleted from their topic before they were read: these are lost.")
          .register(registry);
  private final Counter positionsLost =
      Counter.build()
          .name("delaygate_positions_lost_total")
          .help("Partitions of commands that did not go on where reading had stopped, by reason.")
          .labelNames("reason")
          .register(registry);

  /** Metrics of one scheduler instance, with those of its JVM. */
  public SchedulerMetrics() {
    DefaultExports.register(registry);
    // shown before they happen, so that an alert sees the first one as an increase
    for (var loss : PositionLoss.values()) {
      positionsLost.labels(loss.label());
    }
    Gauge.build()
        .name("delaygate_pending_jobs")
        .help("Jobs in the stores of this instance's active tasks, without dead letters.")
        .create()
        .setChild(
            new Gauge.Child() {
              @Override
              public double get() {
                return pendingOf.values().stream().mapToLong(LongSupplier::getAsLong).sum();
              }
            })
        .register(registry);
  }

  /** What {@code /metrics} shows. */
  public CollectorRegistry registry() {
    return registry;
  }

  /** Counts an understood command's outcome. */
  public void outcome(Outcome outcome) {
    commands.labels(outcome.name()).inc();
  }

  /** Counts a delivered job. */
  public void emitted(long latenessMs) {
    lateness.observe(Math.max(0, latenessMs) / 1000.0);
  }

  /** Counts a rejected command. */
  public void rejected(ReasonCode reason) {
    rejected.labels(reason.name()).inc();
  }

  /** Counts a job that ended in the dead letters. */
  public void deadLettered(ReasonCode reason) {
    deadLettered.labels(reason.name()).inc();
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
  public void parked() {
    parked.inc();
  }

  /** Counts a target whose failures are too many. */
  public void alarmed(String topic) {
    alarms.labels(topic).inc();
  }

  /** Counts a replaced stream thread. */
  public void threadRestarted() {
    restarts.inc();
  }

  /** Counts a partition of commands that could not be read on, and the commands lost by that. */
  void positionLost(PositionLoss loss, long commands) {
    positionsLost.labels(loss.label()).inc();
    skipped.inc((double) commands);
  }

  /** A task became active here; the supplier is asked from other threads. */
  public void taskOpened(TaskId task, LongSupplier pending) {
    pendingOf.put(task, pending);
  }

  /** A task left. */
  public void taskClosed(TaskId task) {
    pendingOf.remove(task);
  }
}

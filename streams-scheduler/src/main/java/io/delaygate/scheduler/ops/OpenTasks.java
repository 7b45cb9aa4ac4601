package io.delaygate.scheduler.ops;

import io.delaygate.scheduler.store.HistoryCount;
import io.delaygate.scheduler.store.JobCount;
import io.delaygate.scheduler.store.JobTable;
import io.delaygate.scheduler.view.WaitReasons;
import io.delaygate.schemas.contract.ReasonCode;
import io.delaygate.schemas.job.JobState;
import io.prometheus.client.Collector;
import io.prometheus.client.GaugeMetricFamily;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.apache.kafka.streams.processor.TaskId;
import org.jspecify.annotations.Nullable;

/**
 * Prometheus collector of the job counts and wake-up times of a process's active tasks, read at
 * each scrape. Thread-safe.
 */
final class OpenTasks extends Collector {
  private static final double MS_PER_SECOND = 1000.0;

  private static final Comparator<JobCount> ORDER =
      Comparator.comparing(JobCount::topic).thenComparing(JobCount::state);

  private final Map<TaskId, JobTable> tasks = new ConcurrentHashMap<>();

  /** Next wake-up time of closed tasks, as it was when each was closed. */
  private final Map<TaskId, Long> lastWakesMs = new ConcurrentHashMap<>();

  private final TargetLabels targets;
  private volatile @Nullable WaitReasons reasons;
  private volatile Supplier<Optional<Set<Integer>>> owned = Optional::empty;
  private final LongSupplier clock;

  /**
   * Creates a collector without tasks.
   *
   * @param clock epoch milliseconds
   */
  OpenTasks(TargetLabels targets, LongSupplier clock) {
    this.targets = targets;
    this.clock = clock;
  }

  void opened(TaskId task, JobTable table) {
    tasks.put(task, table);
  }

  void closed(TaskId task) {
    var table = tasks.remove(task);
    if (table != null) {
      lastWakesMs.put(task, wakeMs(task, table));
    }
  }

  /** Sets the partitions that are assigned to this process, which may still restore some. */
  void follow(Supplier<Optional<Set<Integer>>> partitions) {
    owned = partitions;
  }

  /** Sets the source of the reasons why parked jobs wait. */
  void explain(WaitReasons why) {
    reasons = why;
  }

  @Override
  public List<MetricFamilySamples> collect() {
    var pending = 0L;
    var history = HistoryCount.NONE;
    var nextMs = closedWakeMs();
    var counts = new ArrayList<JobCount>();
    var waiting = new TreeMap<String, Long>();
    for (var open : tasks.entrySet()) {
      var table = open.getValue();
      pending += table.pending();
      history = history.plus(table.committedHistory());
      nextMs = Math.min(nextMs, wakeMs(open.getKey(), table));
      counts.addAll(table.counts());
      table.waitingForTurn().forEach((topic, jobs) -> waiting.merge(topic, jobs, Long::sum));
    }
    var overdueMs = Math.max(0, clock.getAsLong() - nextMs);
    var next = family(SchedulerMeter.NEXT_WAKE);
    if (nextMs != Long.MAX_VALUE) {
      next.addMetric(List.of(), nextMs / MS_PER_SECOND);
    }
    return List.of(
        family(SchedulerMeter.PENDING).addMetric(List.of(), (double) pending),
        jobs(counts),
        family(SchedulerMeter.HISTORY_ENTRIES).addMetric(List.of(), (double) history.entries()),
        family(SchedulerMeter.HISTORY_BYTES).addMetric(List.of(), (double) history.bytes()),
        parked(counts, waiting),
        next,
        family(SchedulerMeter.OVERDUE).addMetric(List.of(), overdueMs / MS_PER_SECOND));
  }

  /** Time for which the earliest job has been due; 0 if none is. */
  long overdueMs() {
    var nextMs = closedWakeMs();
    for (var open : tasks.entrySet()) {
      nextMs = Math.min(nextMs, wakeMs(open.getKey(), open.getValue()));
    }
    return Math.max(0, clock.getAsLong() - nextMs);
  }

  /**
   * Next wake-up time of a task. A task that was rolled back has not read its jobs yet, so its last
   * known time counts.
   */
  private long wakeMs(TaskId task, JobTable table) {
    if (table.hasLooked()) {
      lastWakesMs.remove(task);
    }
    return Math.min(table.nextSeenWakeMs(), lastWakesMs.getOrDefault(task, Long.MAX_VALUE));
  }

  /**
   * Next wake-up time of tasks that are being rolled back. A task that moved is reported by its new
   * process.
   */
  private long closedWakeMs() {
    var here = ownedNow();
    lastWakesMs.keySet().removeIf(task -> !here.contains(task.partition()));
    return lastWakesMs.entrySet().stream()
        .filter(last -> !tasks.containsKey(last.getKey()))
        .mapToLong(Map.Entry::getValue)
        .min()
        .orElse(Long.MAX_VALUE);
  }

  private Set<Integer> ownedNow() {
    try {
      return owned.get().orElse(Set.of());
    } catch (InvalidStateStoreException notRunning) {
      return Set.of();
    }
  }

  /** Job counts, sorted, so that it does not depend on chance which targets keep their names. */
  private GaugeMetricFamily jobs(List<JobCount> counts) {
    counts.sort(ORDER);
    var series = new TreeMap<String, Map<String, Long>>();
    for (var count : counts) {
      series
          .computeIfAbsent(targets.of(count.topic()), topic -> new TreeMap<>())
          .merge(count.state().name(), count.jobs(), Long::sum);
    }
    var family = family(SchedulerMeter.JOBS);
    series.forEach((topic, states) -> add(family, topic, states));
    return family;
  }

  /**
   * Parked jobs by reason. Those that wait for their turn do not speak for their target.
   *
   * @param counts sorted
   * @param waiting how many jobs of a topic wait for their turn; the counts may be a little older
   */
  private GaugeMetricFamily parked(List<JobCount> counts, Map<String, Long> waiting) {
    var family = family(SchedulerMeter.PARKED_JOBS);
    var why = reasons;
    if (why == null) {
      return family;
    }
    var nowMs = clock.getAsLong();
    var topics = new TreeMap<String, Long>();
    counts.stream()
        .filter(count -> count.state() == JobState.PARKED)
        .forEach(count -> topics.merge(count.topic(), count.jobs(), Long::sum));
    var series = new TreeMap<String, Map<String, Long>>();
    topics.forEach(
        (topic, jobs) -> {
          var label = series.computeIfAbsent(targets.of(topic), name -> new TreeMap<>());
          var turns = Math.min(jobs, waiting.getOrDefault(topic, 0L));
          if (turns > 0) {
            label.merge(ReasonCode.EARLIER_JOB_UNFINISHED.name(), turns, Long::sum);
          }
          if (jobs > turns) {
            label.merge(why.ofTopic(topic, nowMs).reason().name(), jobs - turns, Long::sum);
          }
        });
    series.forEach((label, counted) -> add(family, label, counted));
    return family;
  }

  private static void add(GaugeMetricFamily family, String topic, Map<String, Long> counted) {
    counted.forEach((label, jobs) -> family.addMetric(List.of(topic, label), (double) jobs));
  }

  private static GaugeMetricFamily family(SchedulerMeter meter) {
    return new GaugeMetricFamily(meter.metricName(), meter.help(), meter.labels());
  }
}

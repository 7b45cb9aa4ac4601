package io.delaygate.harness.faults;

import io.delaygate.harness.process.Metrics;
import io.delaygate.harness.process.Service;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Sampler of the time for which a scheduler says that its earliest job is overdue, twice a second.
 */
final class OverdueSamples implements AutoCloseable {
  private static final String GAUGE = "delaygate_overdue_seconds ";
  private static final double MOST_PERCENT = 2;

  /**
   * Least time of a sample after the due time, because a scrape takes too long for earlier ones.
   */
  private static final long FROM_MS = 5_000;

  private final ScheduledExecutorService background = Executors.newSingleThreadScheduledExecutor();
  private final List<Sample> samples = new CopyOnWriteArrayList<>();
  private final Service scheduler;

  OverdueSamples(Service scheduler) {
    this.scheduler = scheduler;
    var unused = background.scheduleAtFixedRate(this::take, 0, 500, TimeUnit.MILLISECONDS);
  }

  private void take() {
    var beforeMs = System.currentTimeMillis();
    var told =
        Metrics.lines(scheduler.port())
            .filter(line -> line.startsWith(GAUGE))
            .mapToDouble(line -> Double.parseDouble(line.substring(GAUGE.length())))
            .sum();
    samples.add(new Sample(beforeMs, 1_000 * told, System.currentTimeMillis()));
  }

  /**
   * Compares the samples with the truth: all jobs were due at once, and the last one arrived at the
   * end.
   */
  void judge(long dueMs, long endMs, Figures figures) {
    var judged =
        samples.stream()
            .filter(it -> it.beforeMs >= dueMs + FROM_MS && it.afterMs <= endMs)
            .toList();
    judged.stream()
        .filter(it -> it.percentOff(dueMs) > MOST_PERCENT)
        .forEach(it -> System.out.println(it.beforeMs - dueMs + " ms overdue, told " + it.toldMs));
    var furthest = judged.stream().mapToDouble(it -> it.percentOff(dueMs)).max().orElse(100);
    figures.show("overdue told, times compared", judged.size());
    figures.show(
        "furthest from the truth, percent", "%.1f".formatted(furthest), furthest <= MOST_PERCENT);
  }

  @Override
  public void close() {
    background.shutdownNow();
  }

  private record Sample(long beforeMs, double toldMs, long afterMs) {
    double percentOff(long dueMs) {
      var least = beforeMs - dueMs;
      var off = Math.max(0, Math.max(least - toldMs, toldMs - (afterMs - dueMs)));
      return 100 * off / least;
    }
  }
}

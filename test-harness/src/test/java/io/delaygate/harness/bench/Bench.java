package io.delaygate.harness.bench;

import io.delaygate.harness.bench.Row.Goal;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** One run of the benchmark: its folder, its progress messages and its figures. */
final class Bench {
  private final Path folder;
  private final double scale;
  private final List<Row> rows = new ArrayList<>();
  private boolean isComplete = true;

  /**
   * A run without figures.
   *
   * @param folder for the data of brokers and schedulers
   * @param scale factor for numbers of jobs and durations; goals are for 1
   */
  Bench(Path folder, double scale) {
    this.folder = folder;
    this.scale = scale;
  }

  Path folder() {
    return folder;
  }

  /** A figure of an earlier scenario of this run. */
  OptionalDouble value(String scenario, String metric) {
    return rows.stream()
        .filter(row -> row.scenario().equals(scenario) && row.metric().equals(metric))
        .mapToDouble(Row::value)
        .findFirst();
  }

  List<Row> rows() {
    return List.copyOf(rows);
  }

  /** Number of jobs for a goal that names this many. */
  int jobs(int ofGoal) {
    return Math.max(1_000, (int) (ofGoal * scale));
  }

  /** Duration of a measurement that takes this many seconds at scale 1. */
  Duration time(int seconds) {
    return Duration.ofMillis(Math.max(3_000, (long) (seconds * 1_000L * scale)));
  }

  /** Adds the figures of an interrupted run. */
  void goOn(List<Row> measured) {
    rows.addAll(measured);
  }

  boolean hasMeasured(Scenario scenario) {
    return rows.stream().anyMatch(row -> row.isOf(scenario.name()));
  }

  /** Runs a scenario; one that fails leaves no figures, and later ones still run. */
  void run(Scenario scenario) {
    say("== %s: %s".formatted(scenario.name(), scenario.what()));
    var before = rows.size();
    try {
      scenario.run().on(this);
    } catch (Exception failed) {
      isComplete = false;
      rows.subList(before, rows.size()).clear();
      say("%s failed".formatted(scenario.name()));
      failed.printStackTrace(System.out);
    }
  }

  /** Whether all scenarios have run and all goals are reached. */
  boolean hasReachedAll() {
    return isComplete && rows.stream().allMatch(Row::isReached);
  }

  void row(String scenario, String metric, String unit, double value, @Nullable Goal goal) {
    var row = new Row(scenario, metric, unit, value, goal);
    rows.add(row);
    var reached = goal == null ? "" : " (%s%s)".formatted(goal, row.isReached() ? "" : ", MISSED");
    say("%s: %s %s %s%s".formatted(scenario, metric, Row.number(value), unit, reached));
  }

  void say(String text) {
    System.out.println(Instant.now().truncatedTo(ChronoUnit.SECONDS) + " " + text);
  }

  /** Waits while others work. */
  static void pass(Duration time) {
    var end = System.nanoTime() + time.toNanos();
    for (var left = time.toNanos(); left > 0; left = end - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
  }

  /** Runs the work in this many threads, and waits for all of them. */
  static void atOnce(int count, IntConsumer work) {
    IntStream.range(0, count)
        .mapToObj(
            i -> CompletableFuture.runAsync(() -> work.accept(i), task -> new Thread(task).start()))
        .toList()
        .forEach(CompletableFuture::join);
  }
}

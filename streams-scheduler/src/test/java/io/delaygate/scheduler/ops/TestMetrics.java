package io.delaygate.scheduler.ops;

import io.delaygate.schemas.topics.TopicPatterns;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Metrics of a scheduler under test. */
public final class TestMetrics {
  private TestMetrics() {}

  /** Metrics with a fixed time. */
  public static SchedulerMetrics fresh() {
    return at(() -> 0);
  }

  /** Metrics with this clock, epoch milliseconds. */
  public static SchedulerMetrics at(LongSupplier clock) {
    return new SchedulerMetrics(named(10, TopicPatterns.ANY), clock);
  }

  static TargetLabels named(int max, String... patterns) {
    return new TargetLabels(new TopicPatterns(List.of(patterns), List.of()), max);
  }

  /** Value of a sample, null if it is missing; labels and their values alternate. */
  public static @Nullable Double value(SchedulerMetrics metrics, String name, String... labels) {
    var names = new String[labels.length / 2];
    var values = new String[labels.length / 2];
    for (var i = 0; i < names.length; i++) {
      names[i] = labels[2 * i];
      values[i] = labels[2 * i + 1];
    }
    return metrics.registry().getSampleValue(name, names, values);
  }
}

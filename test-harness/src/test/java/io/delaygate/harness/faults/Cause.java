package io.delaygate.harness.faults;

import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Cause for which a topic refuses records.
 *
 * @param name name in reports
 * @param end required end of the jobs
 * @param shape shape of the jobs
 * @param steps steps that create, break and mend the topics
 * @param timing due times of the jobs
 */
record Cause(
    String name, End end, Function<CauseTrial, JobShape> shape, Steps steps, Timing timing) {
  /**
   * The steps of a trial.
   *
   * @param make creates the topics, before jobs are sent
   * @param spoil makes them refuse records, after jobs were accepted
   * @param mend makes them take records again
   */
  record Steps(Consumer<CauseTrial> make, Consumer<CauseTrial> spoil, Consumer<CauseTrial> mend) {
    /** Only creates the topics, which is enough for a refusal at intake. */
    static Steps of(Consumer<CauseTrial> make) {
      return new Steps(make, trial -> {}, trial -> {});
    }
  }

  /**
   * Due times of the jobs.
   *
   * @param delay delay from sending to the due time
   * @param lead time from the breaking of the topics to the due time; null = as soon as the jobs
   *     are accepted
   */
  record Timing(Duration delay, @Nullable Duration lead) {
    /** The directory of topics has enough time to see the change. */
    static final Timing AT_ONCE = new Timing(Duration.ofSeconds(4), null);

    /** The directory cannot have seen the change, so that the broker refuses the record. */
    static final Timing JUST_BEFORE = new Timing(Duration.ofSeconds(4), Duration.ofMillis(150));

    /** A due time after a step that takes this long. */
    static Timing due(Duration delay) {
      return new Timing(delay, null);
    }
  }

  Cause just(String newName) {
    return new Cause(newName, end, shape, steps, Timing.JUST_BEFORE);
  }
}

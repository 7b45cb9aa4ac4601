package io.delaygate.harness.faults;

import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One way in which a topic refuses records.
 *
 * @param name as reports have it
 * @param end what must become of jobs
 * @param shape of the jobs
 * @param steps what makes topics, spoils and mends them
 * @param timing when jobs are due
 */
record Cause(
    String name, End end, Function<CauseTrial, JobShape> shape, Steps steps, Timing timing) {
  /**
   * The steps of a trial.
   *
   * @param make makes the topics, before jobs are sent
   * @param spoil lets them refuse records, after jobs were accepted
   * @param mend lets them take records again
   */
  record Steps(Consumer<CauseTrial> make, Consumer<CauseTrial> spoil, Consumer<CauseTrial> mend) {
    /** Nothing but the topics: what is refused at intake needs no more. */
    static Steps of(Consumer<CauseTrial> make) {
      return new Steps(make, trial -> {}, trial -> {});
    }
  }

  /**
   * When jobs are due.
   *
   * @param delay from being sent to being due
   * @param lead how long before that they are spoiled; null = as soon as they are accepted
   */
  record Timing(Duration delay, @Nullable Duration lead) {
    /** The directory of topics has the time to see what changed. */
    static final Timing AT_ONCE = new Timing(Duration.ofSeconds(4), null);

    /** Nobody can have seen the change: the refusal is what tells. */
    static final Timing JUST_BEFORE = new Timing(Duration.ofSeconds(4), Duration.ofMillis(150));

    /** Due after what a step takes. */
    static Timing due(Duration delay) {
      return new Timing(delay, null);
    }
  }

  Cause just(String newName) {
    return new Cause(newName, end, shape, steps, Timing.JUST_BEFORE);
  }
}

package io.delaygate.scheduler.query;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * Numbers of overdue jobs of the last minute, by partition, from which the rate follows at which
 * they become fewer. Thread-safe.
 */
final class BacklogSamples {
  /** Shorter, and what is between two commits would look like a rate. */
  private static final long AGE_MS_MIN = 5_000;

  private static final long AGE_MS_MAX = 65_000;

  private final Deque<Sample> samples = new ArrayDeque<>();

  private record Sample(long atMs, Map<Integer, Long> jobs) {}

  synchronized void add(long nowMs, Map<Integer, Long> jobs) {
    dropOld(nowMs);
    samples.add(new Sample(nowMs, Map.copyOf(jobs)));
  }

  /**
   * The number by which overdue jobs became fewer, jobs a second over the last minute; negative if
   * they became more.
   *
   * @param jobs the present numbers
   * @return empty if there is no earlier number of one of the partitions
   */
  synchronized OptionalDouble drainPerSecond(long nowMs, Map<Integer, Long> jobs) {
    dropOld(nowMs);
    var before =
        samples.stream()
            .filter(sample -> nowMs - sample.atMs() >= AGE_MS_MIN)
            .filter(sample -> sample.jobs().keySet().containsAll(jobs.keySet()))
            .findFirst();
    if (before.isEmpty()) {
      return OptionalDouble.empty();
    }
    var sample = before.get();
    var fewer =
        jobs.entrySet().stream()
            .mapToLong(now -> sample.jobs().getOrDefault(now.getKey(), 0L) - now.getValue())
            .sum();
    return OptionalDouble.of(fewer * 1_000.0 / (nowMs - sample.atMs()));
  }

  /** Samples of a clock that stepped back since are of the future, and count as old. */
  private void dropOld(long nowMs) {
    samples.removeIf(sample -> nowMs - sample.atMs() > AGE_MS_MAX || sample.atMs() > nowMs);
  }
}

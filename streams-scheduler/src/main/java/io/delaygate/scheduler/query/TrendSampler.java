package io.delaygate.scheduler.query;

import io.delaygate.scheduler.ops.RecentEmissions.Minute;
import io.delaygate.scheduler.query.PartitionReads.PartitionRead;
import io.delaygate.scheduler.store.JobCount;
import io.delaygate.schemas.job.JobState;
import io.delaygate.service.background.BackgroundFailures;
import io.delaygate.service.background.GuardedScheduler;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.LongFunction;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.apache.kafka.streams.errors.InvalidStateStoreException;

/**
 * Background task that counts the jobs of this instance every ten seconds, for {@link TrendRing}.
 * Takes at most the time of one listing, 50 ms. Thread-safe.
 */
public final class TrendSampler implements AutoCloseable {
  private static final Duration EVERY = Duration.ofSeconds(10);

  private final PartitionReads reads;
  private final LongFunction<Minute> minutes;
  private final LongSupplier clock;
  private final OverdueCounter overdue;
  private final GuardedScheduler background;

  /**
   * A sampler that does nothing before {@link #start}.
   *
   * @param minutes sums of the minute that ended at a time, epoch milliseconds
   * @param clock epoch milliseconds
   * @param ticker monotonic nanoseconds
   */
  public TrendSampler(
      PartitionReads reads,
      LongFunction<Minute> minutes,
      LongSupplier clock,
      LongSupplier ticker,
      BackgroundFailures failures) {
    this.reads = reads;
    this.minutes = minutes;
    this.clock = clock;
    this.overdue = new OverdueCounter(ticker);
    this.background = new GuardedScheduler("trends", failures);
  }

  /** Starts to sample. */
  public void start() {
    background.repeat(Duration.ZERO, EVERY, this::sample);
  }

  void sample() {
    var nowMs = clock.getAsLong();
    var active = reads.active();
    var trends = reads.trends();
    try {
      var late = overdue.count(active, nowMs);
      var jobs = OverdueCounter.jobs(late);
      trends.backlog().add(nowMs, jobs);
      var counts = counts(active);
      var levels =
          new MinuteFigures.Levels(
              sum(counts, JobState::isPending),
              sum(counts, JobState.READY::equals),
              sum(counts, JobState.PARKED::equals),
              jobs.values().stream().mapToLong(Long::longValue).sum(),
              late.values().stream().allMatch(OverdueCounter.Overdue::isExact));
      trends.sample(
          nowMs,
          active.stream().map(PartitionRead::partition).collect(Collectors.toSet()),
          levels,
          endMs -> MinuteFigures.Flows.of(minutes.apply(endMs)));
    } catch (InvalidStateStoreException closing) {
      // a partition moves away at this moment: it is missing in this minute anyway
      trends.sample(
          nowMs, Set.of(), new MinuteFigures.Levels(0, 0, 0, 0, true), TrendSampler::none);
    }
  }

  private static MinuteFigures.Flows none(long endMs) {
    throw new IllegalStateException("a minute without partitions is not added");
  }

  private static List<JobCount> counts(List<PartitionRead> partitions) {
    return partitions.stream()
        .flatMap(partition -> partition.jobs().statistics().counts().stream())
        .toList();
  }

  private static long sum(List<JobCount> counts, Predicate<JobState> states) {
    return counts.stream()
        .filter(count -> states.test(count.state()))
        .mapToLong(JobCount::jobs)
        .sum();
  }

  @Override
  public void close() {
    background.close();
  }
}

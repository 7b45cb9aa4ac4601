package io.delaygate.scheduler.store;

import io.delaygate.scheduler.rules.JobExamples;
import io.delaygate.schemas.contract.JobId;
import io.delaygate.schemas.job.EndState;
import io.delaygate.schemas.job.EndedJob;
import io.delaygate.schemas.job.Job;
import io.delaygate.schemas.job.KnownJob;
import io.delaygate.schemas.job.Policy;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Benchmark of each step of a job's life in a store with 200,000 other jobs; without the changelog,
 * which is the producer's work.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class StoreBenchmark {
  private static final int JOBS = 200_000;
  private static final int STEP = 1_000;

  /** Due time after that of every job that a benchmark adds. */
  private static final long FAR_MS = 1L << 40;

  private static final String PAYLOAD = "x".repeat(200);

  private final Path directory = scratch();
  private final OpenStore open = OpenStore.exactlyOnce(directory);
  private final JobTable table = new JobTable(open.store(), open.registry(), 0);
  private int next;
  private long endedMs;

  /** Fills the store with jobs that are due one per millisecond, and flushes it. */
  @Setup
  public void fill() throws Exception {
    for (var i = 0; i < JOBS; i++) {
      table.put(job("pending-" + i, FAR_MS + i));
    }
    open.commit();
    open.flush();
  }

  @TearDown
  public void close() throws IOException {
    open.close();
    try (var paths = Files.walk(directory)) {
      for (var path : paths.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }

  @Benchmark
  public @Nullable KnownJob getKnown() {
    return table.get(new JobId("pending-" + next++ * 7919L % JOBS));
  }

  @Benchmark
  public @Nullable KnownJob getUnknown() {
    return table.get(new JobId("new-" + next++));
  }

  /** Schedules a job like a command does: reads the old one, then writes. */
  @Benchmark
  public @Nullable KnownJob schedule() {
    var job = job("scheduled-" + next++, JOBS);
    var before = table.get(job.id());
    table.put(job);
    commitSometimes();
    return before;
  }

  /** Schedules and ends a job. */
  @Benchmark
  public void scheduleAndEnd() {
    var job = job("ending-" + next++, JOBS);
    table.put(job);
    table.put(EndedJob.of(job, EndState.DELIVERED, JOBS + endedMs++));
    commitSometimes();
  }

  private void commitSometimes() {
    if (next % STEP == 0) {
      open.commit();
    }
  }

  /** Reads one of the next jobs to wake, with its payload. */
  @Benchmark
  @OperationsPerInvocation(STEP)
  public long scan() {
    var read = 0L;
    try (var jobs = table.waking(Policy.USUAL.priority())) {
      for (var i = 0; i < STEP; i++) {
        read += jobs.next().version();
      }
    }
    return read;
  }

  /** Schedules a job that ends when it wakes, with other jobs of that time. */
  @Benchmark
  @OperationsPerInvocation(STEP)
  public void scheduleWakeAndEnd() {
    for (var i = 0; i < STEP; i++) {
      table.put(job("waking-" + next, next++));
    }
    endThose();
    open.commit();
  }

  private void endThose() {
    try (var jobs = table.waking(Policy.USUAL.priority())) {
      for (var i = 0; i < STEP; i++) {
        table.put(EndedJob.of(jobs.next(), EndState.DELIVERED, JOBS + endedMs++));
      }
      table.nothingWakesBefore(jobs.peekMs(), Policy.USUAL.priority());
    }
  }

  /** Schedules and ends a job, and removes it from the ended ones. */
  @Benchmark
  @OperationsPerInvocation(STEP)
  public void scheduleEndAndForget() {
    for (var i = 0; i < STEP; i++) {
      scheduleAndEnd();
    }
    table.removeEnded(Long.MAX_VALUE, STEP);
    open.commit();
  }

  private static Job job(String id, long dueMs) {
    var job = JobExamples.due(id, dueMs);
    return job.changed(JobExamples.payload(PAYLOAD), job.times(), 0);
  }

  private static Path scratch() {
    try {
      return Files.createTempDirectory("delaygate-store");
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }
}

package io.delaygate.scheduler.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.delaygate.scheduler.rules.JobExamples;
import io.delaygate.schemas.contract.JobId;
import io.delaygate.schemas.job.EndState;
import io.delaygate.schemas.job.EndedJob;
import io.delaygate.schemas.job.Job;
import io.delaygate.schemas.job.KnownJob;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Benchmark of encoding and decoding jobs, by the size of their payload. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class CodecBenchmark {
  private static final JobId ID = new JobId("order-4711-close");

  /** Payload size, bytes. */
  @Param({"200", "10000"})
  public int payload = 200;

  private Job job = JobExamples.due(ID.text(), 1);
  private byte[] encoded = new byte[0];
  private byte[] ended = new byte[0];

  /** A job whose payload has that size. */
  @Setup
  public void prepare() {
    job = job.changed(JobExamples.payload("x".repeat(payload)), job.times(), 0);
    encoded = JobCodec.encode(job);
    ended = EndedJobCodec.encode(EndedJob.of(job, EndState.DELIVERED, 2));
  }

  @Benchmark
  public byte[] encode() {
    return JobCodec.encode(job);
  }

  @Benchmark
  public KnownJob decode() {
    return KnownJobCodec.decode(ID, encoded);
  }

  @Benchmark
  public KnownJob decodeEnded() {
    return KnownJobCodec.decode(ID, ended);
  }

  /** The index entry, read from the stored bytes. */
  @Benchmark
  public Object place() {
    var place = IndexEntry.of(ID.text().getBytes(UTF_8), encoded);
    return place == null ? "" : place;
  }
}

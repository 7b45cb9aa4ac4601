package io.delaygate.scheduler.rules;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.delaygate.schemas.contract.JobId;
import io.delaygate.schemas.job.Job;
import io.delaygate.schemas.job.JobTimes;
import io.delaygate.schemas.job.Payload;
import io.delaygate.schemas.job.Policy;
import io.delaygate.schemas.job.Target;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Sample jobs for tests, created at {@link #CREATED_MS} for the topic {@link #TOPIC}. */
public final class JobExamples {
  /** Creation time of all sample jobs. */
  public static final long CREATED_MS = 1_000_000;

  /** Target topic of most sample jobs. */
  public static final String TOPIC = "orders";

  private JobExamples() {}

  /** A job that waits for its due time. */
  public static Job due(String id, long dueMs) {
    return due(id, dueMs, TOPIC, null);
  }

  /** A job with a target of its own. */
  public static Job due(String id, long dueMs, String topic, @Nullable Integer partition) {
    return Job.scheduled(
        new JobId(id),
        JobTimes.due(CREATED_MS, dueMs),
        new Target(topic, id.getBytes(UTF_8), partition),
        payload("value of " + id),
        Policy.USUAL);
  }

  /** Copy of a job with this priority. */
  public static Job prioritized(Job job, int priority) {
    return new Job(
        job.id(),
        job.state(),
        job.version(),
        job.times(),
        job.target(),
        job.payload(),
        job.policy().withPriority(priority),
        job.attempts(),
        job.death(),
        job.waiting(),
        job.leads(),
        job.changes());
  }

  /** A payload without headers. */
  public static Payload payload(String value) {
    return new Payload(value.getBytes(UTF_8), List.of());
  }
}

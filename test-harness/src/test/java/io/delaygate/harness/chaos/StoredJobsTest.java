package io.delaygate.harness.chaos;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.harness.chaos.Violation.Kind;
import io.delaygate.scheduler.store.EndedJobCodec;
import io.delaygate.scheduler.store.JobCodec;
import io.delaygate.schemas.contract.JobId;
import io.delaygate.schemas.job.EndState;
import io.delaygate.schemas.job.EndedJob;
import io.delaygate.schemas.job.Job;
import io.delaygate.schemas.job.JobTimes;
import io.delaygate.schemas.job.Payload;
import io.delaygate.schemas.job.Policy;
import io.delaygate.schemas.job.Target;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class StoredJobsTest {
  private final List<ConsumerRecord<byte[], byte[]>> jobs = new ArrayList<>();

  @Test
  void acceptsStoresThatFit() {
    stored("one");
    stored("gone");
    logged("gone", null);
    stored("done");
    logged("done", EndedJobCodec.encode(EndedJob.of(job("done"), EndState.DELIVERED, 1_001)));
    assertThat(violations(Map.of("one", true))).isEmpty();
    assertThat(violations(Map.of("one", false, "other", false))).isEmpty();
  }

  @Test
  void findsWhatIsStoredStill() {
    stored("one");
    assertThat(violations(Map.of())).containsExactly(Kind.COUNT);
  }

  @Test
  void findsWhatIsNotStored() {
    assertThat(violations(Map.of("one", true))).containsExactly(Kind.LOST);
  }

  private List<Kind> violations(Map<String, Boolean> pending) {
    return new StoredJobs(jobs).violations(pending).stream().map(Violation::kind).toList();
  }

  private void stored(String id) {
    logged(id, JobCodec.encode(job(id)));
  }

  private void logged(String id, byte @Nullable [] value) {
    var bytes = id.getBytes(UTF_8);
    var key = ByteBuffer.allocate(1 + bytes.length).put((byte) 1).put(bytes).array();
    jobs.add(new ConsumerRecord<>("jobs", 0, jobs.size(), key, value));
  }

  private static Job job(String id) {
    return Job.scheduled(
        new JobId(id),
        JobTimes.due(0, 1_000),
        new Target("orders", null, null),
        new Payload(null, List.of()),
        Policy.USUAL);
  }
}

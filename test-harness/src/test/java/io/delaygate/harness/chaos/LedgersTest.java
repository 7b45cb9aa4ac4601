package io.delaygate.harness.chaos;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.harness.chaos.Violation.Kind;
import io.delaygate.schemas.contract.JobId;
import io.delaygate.schemas.job.Job;
import io.delaygate.schemas.job.JobCodec;
import io.delaygate.schemas.job.JobTimes;
import io.delaygate.schemas.job.Payload;
import io.delaygate.schemas.job.Target;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LedgersTest {
  private static final String COUNT = "SCHEDULED/orders";

  private final List<ConsumerRecord<byte[], byte[]>> jobs = new ArrayList<>();
  private final List<ConsumerRecord<byte[], byte[]>> ledger = new ArrayList<>();

  @Test
  void acceptsStoresThatFit() {
    stored("one", 1_000);
    stored("gone", 900);
    removed("gone");
    kept(COUNT, 1L);
    kept("cursor", 1_000L);
    assertThat(violations(Map.of("one", true))).isEmpty();
    assertThat(violations(Map.of("one", false, "other", false))).isEmpty();
  }

  @Test
  void findsACursorAboveALiveEntry() {
    stored("one", 1_000);
    kept(COUNT, 1L);
    kept("cursor", 1_001L);
    assertThat(violations(Map.of("one", true))).containsExactly(Kind.CURSOR);
  }

  @Test
  void findsACountThatIsOff() {
    stored("one", 1_000);
    kept(COUNT, 2L);
    assertThat(violations(Map.of("one", true))).containsExactly(Kind.COUNT);
  }

  @Test
  void findsWhatIsStoredStill() {
    stored("one", 1_000);
    kept(COUNT, 1L);
    assertThat(violations(Map.of())).containsExactly(Kind.COUNT);
  }

  @Test
  void findsWhatIsNotStored() {
    assertThat(violations(Map.of("one", true))).containsExactly(Kind.LOST);
  }

  private List<Kind> violations(Map<String, Boolean> pending) {
    return new Ledgers(jobs, ledger).violations(pending).stream().map(Violation::kind).toList();
  }

  private void stored(String id, long dueMs) {
    var job =
        Job.scheduled(
            new JobId(id),
            JobTimes.due(0, dueMs),
            new Target("orders", null, null),
            new Payload(null, List.of()));
    jobs.add(record(key(id), JobCodec.encode(job)));
  }

  private void removed(String id) {
    jobs.add(record(key(id), null));
  }

  private void kept(String key, long value) {
    ledger.add(record(key.getBytes(UTF_8), ByteBuffer.allocate(Long.BYTES).putLong(value).array()));
  }

  private static byte[] key(String id) {
    return ("\u0001" + id).getBytes(UTF_8);
  }

  private static ConsumerRecord<byte[], byte[]> record(byte[] key, byte @Nullable [] value) {
    return new ConsumerRecord<>("changelog", 0, 0, key, value);
  }
}

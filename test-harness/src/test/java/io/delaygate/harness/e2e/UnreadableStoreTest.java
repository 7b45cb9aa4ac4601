package io.delaygate.harness.e2e;

import static io.delaygate.harness.e2e.ContractBench.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.harness.broker.KafkaCluster;
import io.delaygate.harness.broker.KafkaTest;
import io.delaygate.harness.broker.Reader;
import io.delaygate.harness.process.Metrics;
import io.delaygate.harness.process.Service;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests of read errors in an open store, as with a failing disk: no job is lost. */
@KafkaTest
@Timeout(240)
class UnreadableStoreTest {
  private static final int JOBS = 2000;

  /** Enough time for two starts on a busy machine. */
  private static final int DUE_SECONDS = 40;

  private final Path state;
  private final Installation delaygate;

  UnreadableStoreTest(@TempDir Path own, KafkaCluster cluster) {
    state = own;
    delaygate = new Installation(cluster, own, 1);
  }

  @AfterEach
  void close() {
    delaygate.close();
  }

  @Test
  void costsCommandsARollBackAndNoJobAndNoThread() throws IOException {
    // Given
    var target = delaygate.target("orders", 1);
    var scheduler = withJobsOnItsDisk("delay", "1h", target);

    // When
    damageTables();
    for (var i = 0; i < JOBS; i++) {
      delaygate.client().sendLater("job-" + i, "v", "delay-op", "fire");
    }

    // Then
    assertEachIsDeliveredOnce(scheduler, target);
  }

  @Test
  void costsDueJobsARollBackAndNoJobAndNoThread() throws IOException {
    // Given
    var target = delaygate.target("orders", 1);
    var dueMs = Instant.now().plusSeconds(DUE_SECONDS).toEpochMilli();
    var scheduler = withJobsOnItsDisk("delay-due-ms", "" + dueMs, target);

    // When
    damageTables();
    assertThat(System.currentTimeMillis()).isLessThan(dueMs);

    // Then
    assertEachIsDeliveredOnce(scheduler, target);
  }

  private Service withJobsOnItsDisk(String name, String time, String target) {
    var first = delaygate.startScheduler("one");
    for (var i = 0; i < JOBS; i++) {
      delaygate.client().sendLater("job-" + i, "v", name, time, "delay-target-topic", target);
    }
    delaygate.client().flush();
    await().until(() -> pending(first) == JOBS);
    delaygate.stop(first);
    return delaygate.startScheduler("one");
  }

  private void assertEachIsDeliveredOnce(Service scheduler, String target) {
    var times = new TreeMap<String, Integer>();
    try (var reader = delaygate.read(target)) {
      reader.await(JOBS);
      reader.toTheEnd().forEach(record -> count(times, record));
    }
    assertThat(times).hasSize(JOBS).allSatisfy((id, count) -> assertThat(count).isOne());
    assertThat(Metrics.of(scheduler, "delaygate_set_aside_stores ")).isPositive();
    assertThat(Metrics.of(scheduler, "delaygate_thread_restarts_total ")).isZero();
    await().until(() -> pending(scheduler) == 0);
  }

  private static void count(Map<String, Integer> times, ConsumerRecord<byte[], byte[]> record) {
    times.merge(String.valueOf(Reader.header(record, "delay-job-id")), 1, Integer::sum);
  }

  private static long pending(Service scheduler) {
    return Metrics.of(scheduler, "delaygate_pending_jobs ");
  }

  /** Flips bytes of the table files of the open store. */
  private void damageTables() throws IOException {
    for (var table : tables()) {
      try (var bytes = new RandomAccessFile(table.toFile(), "rw")) {
        for (var at = bytes.length() / 8; at < bytes.length() * 3 / 4; at += 16 * 1024) {
          bytes.seek(at);
          var was = bytes.read();
          bytes.seek(at);
          bytes.write(~was);
        }
      }
    }
  }

  private List<Path> tables() throws IOException {
    try (Stream<Path> files = Files.walk(state.resolve("one"))) {
      return files.filter(file -> file.toString().endsWith(".sst")).toList();
    }
  }
}

package io.delaygate.harness.e2e;

import static io.delaygate.harness.e2e.ContractBench.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import io.delaygate.harness.broker.KafkaCluster;
import io.delaygate.harness.broker.KafkaTest;
import io.delaygate.harness.broker.Reader;
import io.delaygate.harness.disk.DiskFault;
import io.delaygate.harness.disk.DiskFaults;
import io.delaygate.harness.process.Metrics;
import io.delaygate.harness.process.Service;
import io.delaygate.harness.process.ServiceProcess;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests of a disk that is full for a while. Only {@code -Ddisk.full=true} waits for the end of the
 * restore, which takes half a minute.
 */
@KafkaTest
@Timeout(240)
class FullDiskTest {
  private static final boolean IS_WHOLE = Boolean.getBoolean("disk.full");
  private static final int JOBS = 3000;

  /** Small enough that the jobs of a second are flushed to the disk. */
  private static final Map<String, String> SMALL = Map.of("rocksdb.write.buffer.bytes", "4194304");

  private final Installation delaygate;
  private final DiskFaults faults;
  private int sent;

  FullDiskTest(@TempDir Path own, KafkaCluster cluster) {
    DiskFaults.mustBeThere();
    delaygate = new Installation(cluster, own, 2);
    faults = DiskFaults.in(own);
  }

  @AfterEach
  void close() {
    delaygate.close();
  }

  @Test
  void deliveriesGoOnByThemselvesWhenThereIsRoomAgain() {
    // Given
    var target = delaygate.target("orders", 1);
    try (var scheduler = start()) {
      send("10s", target);
      await().until(() -> Metrics.of(scheduler, "delaygate_commands_total{") == sent);

      // When
      faults.begin(full(DiskFault.Files.ALL), 0, -1);
      await()
          .atMost(Duration.ofMinutes(1))
          .until(
              () -> {
                send("10s", target);
                return !scheduler.isReady();
              });
      assertThat(Metrics.get(scheduler.port(), "/readyz"))
          .get()
          .extracting(HttpResponse::body, STRING)
          .contains("the disk is full");
      send("10s", target);
      faults.end();

      // Then
      assertEachIsDeliveredOnce(scheduler, target);
      assertThat(Metrics.of(scheduler, "delaygate_thread_restarts_total ")).isZero();
    }
  }

  @Test
  void aRestoreBeginsAnewWhenThereIsRoomAgain() throws IOException {
    // Given
    var target = delaygate.target("orders", 1);
    try (var scheduler = start()) {
      send("1h", target);
      send("1h", target);
      await().until(() -> pending(scheduler) == sent);
      scheduler.kill();
      delete(delaygate.left("one", Path.of("0_0")));

      // When
      faults.begin(full(DiskFault.Files.TABLES), 0, -1);
      scheduler.startAgain();
      await()
          .atMost(Duration.ofMinutes(1))
          .until(() -> Metrics.of(scheduler, "delaygate_stores_waiting_for_disk ") > 0);
      faults.end();

      // Then
      if (IS_WHOLE) {
        scheduler.awaitReady();
        await().until(() -> pending(scheduler) == sent); // ready comes earlier
      }
      assertThat(Metrics.of(scheduler, "delaygate_thread_restarts_total ")).isLessThan(4);
    }
  }

  private static void delete(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  private static DiskFault full(DiskFault.Files files) {
    return new DiskFault(DiskFault.How.FULL, DiskFault.Call.WRITE, files);
  }

  private ServiceProcess start() {
    var settings = delaygate.settings("one", SMALL);
    delaygate.createChangelogs(settings);
    var scheduler =
        ServiceProcess.scheduler(settings, delaygate.output("one"), faults.environment());
    scheduler.awaitReady();
    return scheduler;
  }

  private void send(String delay, String target) {
    for (var until = sent + JOBS; sent < until; sent++) {
      delaygate
          .client()
          .sendLater("job-" + sent, "v".repeat(2000), "delay", delay, "delay-target-topic", target);
    }
    delaygate.client().flush();
  }

  private void assertEachIsDeliveredOnce(Service scheduler, String target) {
    var times = new TreeMap<String, Integer>();
    try (var reader = delaygate.read(target)) {
      reader.await(sent);
      reader.toTheEnd().forEach(record -> count(times, record));
    }
    assertThat(times).hasSize(sent).allSatisfy((id, count) -> assertThat(count).isOne());
    await().until(() -> pending(scheduler) == 0);
  }

  private static void count(Map<String, Integer> times, ConsumerRecord<byte[], byte[]> record) {
    times.merge(String.valueOf(Reader.header(record, "delay-job-id")), 1, Integer::sum);
  }

  private static long pending(Service scheduler) {
    return Metrics.of(scheduler, "delaygate_pending_jobs ");
  }
}

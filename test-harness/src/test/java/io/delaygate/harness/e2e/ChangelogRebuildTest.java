package io.delaygate.harness.e2e;

import static io.delaygate.harness.e2e.ChangelogRepairs.awaitNotReady;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.harness.broker.KafkaCluster;
import io.delaygate.harness.broker.KafkaTest;
import io.delaygate.harness.broker.Reader;
import io.delaygate.harness.process.Metrics;
import io.delaygate.harness.process.Service;
import io.delaygate.scheduler.store.LocalCopy;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.DBOptions;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/** Test of a deleted changelog of two schedulers with own disks and standbys: it is rebuilt. */
@KafkaTest
@Timeout(300)
class ChangelogRebuildTest {
  private static final Duration LIMIT = Duration.ofSeconds(90);
  private static final Map<String, String> STANDBYS = Map.of("standby.replicas", "1");
  private static final int PARTITIONS = 4;
  private static final int JOBS = 200;
  private static final int CANCELLED = 20;

  private final Installation delaygate;
  private final ChangelogRepairs one;
  private final ChangelogRepairs two;
  private final String target;
  private final List<String> due = new ArrayList<>();

  ChangelogRebuildTest(@TempDir Path folder, KafkaCluster cluster) {
    delaygate = new Installation(cluster, folder, PARTITIONS);
    one = ChangelogRepairs.of(delaygate, "one");
    two = ChangelogRepairs.of(delaygate, "two");
    target = delaygate.target("orders", 1);
  }

  @AfterEach
  void close() {
    delaygate.close();
  }

  @Test
  void everyJobIsDeliveredOnceWhoeverHasTheStores() throws RocksDBException {
    try (var reader = delaygate.read(target)) {
      deletedWhileBothRun(reader);
      deletedWhileBothAreStopped(reader);
      shorterThanTheStoresOfOne(reader);
      assertThat(keys(reader)).containsExactlyInAnyOrderElementsOf(due);
    }
  }

  private void deletedWhileBothRun(Reader reader) {
    // Given
    var first = start("one");
    var second = start("two");
    awaitReady(first, second);
    send("soon", JOBS, "PT0.1S");
    send("cancelled", CANCELLED, "1h");
    for (var i = 0; i < CANCELLED; i++) {
      delaygate.client().sendLater("cancelled" + i, null, "delay-op", "cancel");
      due.remove("cancelled" + i);
    }
    send("later", JOBS, "9s");
    delaygate.client().flush();
    reader.await(JOBS, LIMIT);
    awaitPending(JOBS, first, second);
    assertThat(pending(first)).isBetween(1L, JOBS - 1L);

    // When
    delaygate.topics().delete(one.topic());

    // Then
    awaitNotReady(first, "does not exist any more");
    awaitNotReady(second, "does not exist any more");
    ChangelogRepairs.await()
        .untilAsserted(
            () ->
                assertThat(Stream.of(one, two).flatMap(it -> it.soundKept().stream()))
                    .as("each store of an active task, and no other")
                    .containsExactlyInAnyOrder(0, 1, 2, 3));
    var delivered = keys(reader);
    assertThat(due).as("jobs").containsAll(delivered);
    assertThat(Stream.of(one, two).mapToLong(ChangelogRepairs::jobs).sum())
        .as("what was not delivered")
        .isEqualTo(due.size() - delivered.size());
    var ofOne = one.soundKept();
    assertThat(ofOne).hasSizeBetween(1, PARTITIONS - 1);

    // When
    var rebuilt = one.rebuild();

    // Then
    assertThat(rebuilt).contains("Partitions " + two.soundKept() + " are missing");
    assertThat(one.rebuild()).contains("has no store of the missing partitions");
    awaitNotReady(first, "is being rebuilt", two.soundKept().toString());
    assertThat(two.rebuild()).contains("All partitions are rebuilt");
    awaitReady(first, second);
    reader.await(due.size(), LIMIT);
    assertThat(keys(reader)).containsExactlyInAnyOrderElementsOf(due);
    awaitPending(0, first, second);
  }

  private void deletedWhileBothAreStopped(Reader reader) {
    // Given
    send("stopped", JOBS, "6s");
    delaygate.client().flush();
    delaygate.stopSchedulers();
    delaygate.topics().delete(one.topic());

    // When
    var first = start("one");
    var second = start("two");

    // Then
    awaitNotReady(first, "does not exist any more");
    awaitNotReady(second, "does not exist any more");
    assertThat(delaygate.topics().describe(one.topic())).isEmpty();

    // When: the scheduler that stopped last has all jobs, which only an operator can know
    assertThat(two.rebuild()).contains("has no store of the missing partitions");
    assertThat(two.rebuild("--incomplete")).contains("All partitions are rebuilt");

    // Then
    awaitReady(first, second);
    reader.await(due.size(), LIMIT);
    assertThat(keys(reader)).containsExactlyInAnyOrderElementsOf(due);
    awaitPending(0, first, second);
    assertThat(one.copies()).noneMatch(LocalCopy::isKept);
  }

  private void shorterThanTheStoresOfOne(Reader reader) throws RocksDBException {
    // Given
    send("short", JOBS, "6s");
    delaygate.client().flush();
    delaygate.stopSchedulers();
    for (var copy : two.copies()) {
      readFurther(copy);
    }

    // When
    var second = start("two");
    awaitNotReady(second, "is shorter");
    var first = start("one");

    // Then
    awaitNotReady(first, "is shorter");

    // When
    var accepted = two.delaygate("topics", "accept-loss", two.topic(), "--yes");

    // Then
    assertThat(accepted).contains("jobs were in local stores");
    awaitReady(first, second);
    reader.await(due.size(), LIMIT);
  }

  /** Raises the offset of the store, as if the topic had lost its last records. */
  private void readFurther(LocalCopy copy) throws RocksDBException {
    var path = copy.directory().toString();
    var families = new ArrayList<ColumnFamilyHandle>();
    try (var options = new Options();
        var dbOptions = new DBOptions()) {
      var found =
          RocksDB.listColumnFamilies(options, path).stream()
              .map(ColumnFamilyDescriptor::new)
              .toList();
      try (var database = RocksDB.open(dbOptions, path, found, families)) {
        var key = "offset:" + new TopicPartition(one.topic(), copy.partition());
        var offset = ByteBuffer.allocate(Long.BYTES).putLong(1_000_000).array();
        database.put(families.get(0), key.getBytes(UTF_8), offset);
        families.forEach(ColumnFamilyHandle::close);
      }
    }
  }

  private Service start(String name) {
    return delaygate.start(name, STANDBYS);
  }

  private void send(String name, int jobs, String delay) {
    for (var i = 0; i < jobs; i++) {
      delaygate.client().sendLater(name + i, "v", "delay", delay, "delay-target-topic", target);
      due.add(name + i);
    }
  }

  private void awaitPending(int jobs, Service... schedulers) {
    ChangelogRepairs.await()
        .until(() -> Stream.of(schedulers).mapToLong(ChangelogRebuildTest::pending).sum() == jobs);
  }

  private static long pending(Service scheduler) {
    return Metrics.of(scheduler, "delaygate_pending_jobs ");
  }

  private static void awaitReady(Service... schedulers) {
    for (var scheduler : schedulers) {
      ChangelogRepairs.await().until(scheduler::isReady);
    }
  }

  private static List<String> keys(Reader reader) {
    return reader.toTheEnd().stream().map(record -> Reader.text(record.key())).toList();
  }
}

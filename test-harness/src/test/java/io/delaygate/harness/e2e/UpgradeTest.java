package io.delaygate.harness.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.harness.broker.KafkaCluster;
import io.delaygate.harness.broker.KafkaTest;
import io.delaygate.harness.broker.Reader;
import io.delaygate.harness.process.Metrics;
import io.delaygate.harness.process.Service;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests of requests, changelogs and state directories that were kept of earlier formats. {@code
 * -Dgolden.format.update=true} writes the latest one again; that is right only for a new format,
 * beside the old ones.
 */
@KafkaTest
@Timeout(180)
class UpgradeTest {
  private static final Path KEPT = Path.of("src/test/resources/golden");
  private static final String LATEST = "format-3";

  /** Application id of the kept files, in which names of changelogs and targets are stored. */
  static final String APPLICATION = "golden-delaygate";

  static final String CHANGELOG = APPLICATION + "-jobs-changelog";

  /** The parked job of a kept state must stay parked for ten years. */
  private static final Map<String, String> NAMED =
      Map.of("application.id", APPLICATION, "target.park.max.ms", "315532800000");

  private static final String ORDERS = "golden-orders";

  private static final String LOST = "golden-lost";

  private static final Set<String> PENDING =
      Set.of(
          "plain", "tombstone", "headers", "placed", "expiring", "parked", "acknowledged", "~0-7");

  @TempDir Path state;
  private Installation delaygate;

  @BeforeEach
  void start(KafkaCluster cluster) {
    delaygate = new Installation(cluster, state, 1);
    delaygate.topics().create(ORDERS, 2);
  }

  @AfterEach
  void stop() {
    delaygate.topics().delete(ORDERS);
    deleteIfThere(LOST);
    delaygate.stopSchedulers();
    deleteIfThere(CHANGELOG);
    delaygate.close();
  }

  @BeforeAll
  static void keepAnew(@TempDir Path own, KafkaCluster cluster) throws IOException {
    if (Boolean.getBoolean("golden.format.update")) {
      try (var delaygate = new Installation(cluster, own, 1)) {
        delaygate.topics().create(ORDERS, 2);
        new GoldenFormat(delaygate, ORDERS, LOST).keep(own, KEPT.resolve(LATEST));
        delaygate.topics().delete(ORDERS);
        delaygate.topics().delete(CHANGELOG);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = LATEST)
  void requestsAreCarriedOut(String format) throws IOException {
    // Given
    delaygate.topics().create(LOST, 1);
    replay(KEPT.resolve(format).resolve("requests.jsonl"), delaygate.names().requests());

    // When
    var scheduler = startScheduler();

    // Then
    ContractBench.await().until(() -> outcomes(scheduler, "RESCHEDULED") == 1);
    assertThat(outcomes(scheduler, "SCHEDULED")).isEqualTo(2 + PENDING.size());
    assertThat(outcomes(scheduler, "CANCELLED")).isEqualTo(1);
    assertThat(Metrics.of(scheduler, "delaygate_rejected_total")).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = LATEST)
  void changelogsAreRestored(String format) throws IOException {
    // Given
    replayChangelog(format);

    // When
    var scheduler = startScheduler();

    // Then
    assertAllThere(scheduler, PENDING);
  }

  @ParameterizedTest
  @ValueSource(strings = LATEST)
  void aStateDirectoryIsTakenUp(String format) throws IOException {
    // Given
    replayChangelog(format);
    var directory = taskDirectory();
    GoldenState.unpack(KEPT.resolve(format).resolve("state.zip"), directory.getParent());
    var witness = Files.createFile(directory.resolve("witness"));

    // When
    var scheduler = startScheduler();

    // Then
    assertThat(witness).as("Kafka Streams wipes what it does not trust").exists();
    assertAllThere(scheduler, PENDING);
  }

  private Service startScheduler() {
    return delaygate.startScheduler("one", NAMED);
  }

  private void deleteIfThere(String topic) {
    delaygate.topics().describe(topic).ifPresent(there -> delaygate.topics().delete(topic));
  }

  /** Fires each job, and checks its delivery. */
  private void assertAllThere(Service scheduler, Set<String> pending) {
    assertThat(Metrics.of(scheduler, "delaygate_pending_jobs ")).isEqualTo(pending.size());
    delaygate.topics().create(LOST, 1);
    pending.forEach(id -> delaygate.client().send(id, null, "delay-op", "fire"));
    try (var orders = delaygate.read(ORDERS);
        var lost = delaygate.read(LOST)) {
      assertThat(Reader.text(lost.one().value())).isEqualTo("parked");
      orders.await(pending.size() - 1);
      var ids = new HashSet<String>();
      orders.toTheEnd().forEach(record -> ids.add(id(record)));
      assertThat(ids).hasSize(pending.size() - 1).isSubsetOf(pending);
      assertThat(orders.toTheEnd()).allSatisfy(UpgradeTest::assertWhole);
    }
  }

  private static void assertWhole(ConsumerRecord<byte[], byte[]> record) {
    assertThat(Reader.header(record, "delay-job-due-ms")).isNotNull();
    switch (id(record)) {
      case "tombstone" -> assertThat(record.value()).isNull();
      case "headers" -> {
        assertThat(record.headers().headers("x")).hasSize(2);
        assertThat(record.headers().lastHeader("none").value()).isNull();
      }
      case "placed" -> {
        assertThat(record.partition()).isEqualTo(1);
        assertThat(Reader.text(record.key())).isEqualTo("another key");
      }
      case "~0-7" -> assertThat(record.key()).isNull();
      default -> assertThat(Reader.text(record.value())).isEqualTo(id(record));
    }
  }

  private static String id(ConsumerRecord<byte[], byte[]> record) {
    return String.valueOf(Reader.header(record, "delay-job-id"));
  }

  private static long outcomes(Service scheduler, String outcome) {
    return Metrics.of(scheduler, "delaygate_commands_total{outcome=\"" + outcome + "\",}");
  }

  private void replayChangelog(String format) throws IOException {
    delaygate.createChangelogs(delaygate.settings("one", NAMED));
    replay(KEPT.resolve(format).resolve("jobs.jsonl"), CHANGELOG);
  }

  private void replay(Path kept, String topic) throws IOException {
    try (var producer =
        new KafkaProducer<>(
            Map.<String, Object>of("bootstrap.servers", delaygate.bootstrapServers()),
            new ByteArraySerializer(),
            new ByteArraySerializer())) {
      assertThat(GoldenRecords.send(kept, producer, topic)).isPositive();
    }
  }

  private Path taskDirectory() {
    return state.resolve("one").resolve(APPLICATION).resolve("0_0");
  }
}

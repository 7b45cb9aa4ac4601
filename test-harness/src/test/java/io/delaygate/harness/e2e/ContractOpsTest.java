package io.delaygate.harness.e2e;

import static io.delaygate.harness.e2e.Client.headers;
import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.harness.broker.KafkaCluster;
import io.delaygate.harness.broker.Reader;
import io.delaygate.schemas.contract.Limits;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.LongSerializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of commands on pending jobs: cancel, reschedule, replace and fire. */
@EndToEnd
@Timeout(180)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ContractOpsTest {
  private final ContractBench bench;

  ContractOpsTest(KafkaCluster cluster, @TempDir Path state) {
    bench = new ContractBench(cluster, state);
  }

  @AfterAll
  void stop() {
    bench.close();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void cancelsByOperation(boolean misrouted) {
    // Given
    var target = bench.target("cancel");
    scheduled("cancelled", "1h", target);

    // When
    bench.until("CANCELLED", () -> send("cancelled", misrouted, "v", "delay-op", "cancel"));

    // Then
    assertNothingIsLeft(target);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void cancelsByABareTombstone(boolean misrouted) {
    // Given
    var target = bench.target("tombstone");
    scheduled("buried", "1h", target);

    // When
    bench.until("CANCELLED", () -> send("buried", misrouted, null, "x", "y"));

    // Then
    assertNothingIsLeft(target);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3})
  void cancelsAJobWithoutAKeyFromAnyPartition(int partition) {
    // Given
    var target = bench.target("keyless");
    var sent =
        bench.until(
            "SCHEDULED",
            () -> bench.client().send(null, "v", "delay", "1h", "delay-target-topic", target));
    var id = Client.bytes("~%d-%d".formatted(sent.partition(), sent.offset()));

    // When
    bench.until(
        "CANCELLED", () -> bench.client().send(partition, id, null, headers("delay-op", "cancel")));

    // Then
    bench.awaitNonePending();
  }

  /** As written by Kafka's serializer, 127 and 256 are valid UTF-8, but 128 and 1000 are not. */
  @ParameterizedTest
  @ValueSource(longs = {127, 128, 256, 1000})
  void keepsTheOrderOfCommandsUnderAKeyThatIsANumber(long number) {
    // Given
    var target = bench.target("number");
    var id = "of number " + number;
    var key = new LongSerializer().serialize("", number);

    // When
    sendLater(key, "first", "delay-id", id, "delay", "1s", "delay-target-topic", target);
    sendLater(key, null, "delay-id", id, "delay-op", "cancel");
    sendLater(key, "second", "delay-id", id, "delay", "1s", "delay-target-topic", target);

    // Then
    var record = bench.only(target);
    assertThat(Reader.text(record.value())).isEqualTo("second");
    assertThat(record.key()).isEqualTo(key);
    assertThat(Reader.header(record, "delay-job-id")).isEqualTo(id);
    assertThat(Reader.header(record, "delay-id")).isNull();
  }

  /** Also over a restart. The key is the tag, so that no command is sent to another partition. */
  @Test
  void theNextJobWithATagWaitsUntilTheFirstIsFinished() {
    // Given
    var target = bench.target("sequence");
    var key = Client.bytes("4711");
    try (var reader = bench.delaygate().read(target)) {
      sendLater(
          key,
          "a",
          "delay-id",
          "{4711}a",
          "delay",
          "0s",
          "delay-target-topic",
          target,
          "delay-ack",
          "true");
      sendLater(key, "b", "delay-id", "{4711}b", "delay", "0s", "delay-target-topic", target);
      var first = reader.one();
      bench.awaitTurns(target, 1);

      // When
      bench.restartSchedulers();
      bench.awaitTurns(target, 1);
      var meanwhile = List.copyOf(reader.poll());
      var lease = Reader.header(first, "delay-job-lease");
      sendLater(key, null, "delay-id", "{4711}a", "delay-op", "finish", "delay-lease", lease);
      var second = reader.await(2).get(1);

      // Then
      assertThat(Reader.header(first, "delay-job-id")).isEqualTo("{4711}a");
      assertThat(meanwhile).hasSize(1);
      assertThat(Reader.header(second, "delay-job-id")).isEqualTo("{4711}b");
      assertThat(second.key()).isEqualTo(key);
      assertThat(bench.rerouted()).isZero();
    }
  }

  private void sendLater(byte[] key, @Nullable String value, String... headers) {
    var unused = bench.client().send(null, key, Client.bytes(value), headers(headers));
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void movesAJobToAnEarlierTime(boolean misrouted) {
    // Given
    var target = bench.target("earlier");
    scheduled("moved", "1h", target, "x", "kept");

    // When
    var moved = send("moved", misrouted, null, "delay-op", "reschedule", "delay", "1s");

    // Then
    var record = bench.only(target);
    assertThat(record.timestamp()).isGreaterThanOrEqualTo(moved.timestamp() + 1000);
    assertThat(Reader.text(record.value())).isEqualTo("payload");
    assertThat(Reader.header(record, "x")).isEqualTo("kept");
  }

  @Test
  void movesAJobToALaterTime() {
    // Given
    var target = bench.target("later");
    scheduled("moved", "2s", target);

    // When
    var moved = send("moved", true, null, "delay-op", "reschedule", "delay", "4s");

    // Then
    var record = bench.only(target);
    assertThat(record.timestamp()).isGreaterThanOrEqualTo(moved.timestamp() + 4000);
    assertThat(Reader.text(record.value())).isEqualTo("payload");
  }

  @Test
  void replacesTheValueAlone() {
    // Given
    var target = bench.target("value");
    var sent = scheduled("changed", "2s", target, "x", "kept");

    // When
    bench.until("RESCHEDULED", () -> send("changed", false, "new", "delay-op", "reschedule"));

    // Then
    var record = bench.only(target);
    assertThat(Reader.text(record.value())).isEqualTo("new");
    assertThat(Reader.header(record, "x")).isEqualTo("kept");
    assertThat(record.timestamp()).isGreaterThanOrEqualTo(sent.timestamp() + 2000);
  }

  @Test
  void replacesTheHeadersAlone() {
    // Given
    var target = bench.target("headers");
    var sent = scheduled("changed", "2s", target, "x", "old", "y", "old");

    // When
    bench.until(
        "RESCHEDULED", () -> send("changed", false, null, "delay-op", "reschedule", "z", "new"));

    // Then
    var record = bench.only(target);
    assertThat(Reader.text(record.value())).isEqualTo("payload");
    assertThat(record.headers().toArray())
        .filteredOn(header -> !header.key().startsWith("delay-job-"))
        .containsExactly(Client.header("z", "new"));
    assertThat(record.timestamp()).isGreaterThanOrEqualTo(sent.timestamp() + 2000);
  }

  @Test
  void replacesAPendingJobOfTheSameId() {
    // Given
    var first = bench.target("first");
    var second = bench.target("second");
    scheduled("same", "1h", first, "x", "old");

    // When
    bench.until(
        "REPLACED", () -> send("same", false, "new", "delay", "1s", "delay-target-topic", second));

    // Then
    var record = bench.only(second);
    assertThat(Reader.text(record.value())).isEqualTo("new");
    assertThat(record.headers().lastHeader("x")).isNull();
    assertNothingIsLeft(first);
  }

  @Test
  void firesNow() {
    // Given
    var target = bench.target("fire");
    scheduled("fired", "1h", target);

    // When
    send("fired", false, null, "delay-op", "fire");

    // Then
    assertThat(Reader.text(bench.only(target).value())).isEqualTo("payload");
  }

  @ParameterizedTest
  @ValueSource(strings = {"978307200000", "1700000000000"})
  void firesAPastDueTimeAtOnce(String dueMs) {
    // Given
    var target = bench.target("past");

    // When
    send("past", false, "v", "delay-due-ms", dueMs, "delay-target-topic", target);

    // Then
    assertThat(Reader.header(bench.only(target), "delay-job-due-ms")).isEqualTo(dueMs);
  }

  @Test
  void keepsAJobOfTheFarthestTimeOverARestart() {
    // Given
    var target = bench.target("decade");
    var due = Instant.now().plus(Limits.DELAY).minusSeconds(1).atOffset(ZoneOffset.ofHours(5));
    bench.until(
        "SCHEDULED",
        () -> send("far", false, "v", "delay-due", "" + due, "delay-target-topic", target));

    // When
    bench.restartSchedulers();

    // Then
    bench.awaitPending(1);
    bench.until("CANCELLED", () -> send("far", true, null));
    bench.awaitPending(0);
  }

  @Test
  void keepsAChangeOfAJobWhoseTargetIsMissing() {
    // Given
    var target = bench.target("missing");
    scheduled("parked", "2s", target);
    bench.delaygate().topics().delete(target);
    bench.awaitParked();

    // When
    bench.until(
        "RESCHEDULED", () -> send("parked", false, "new", "delay-op", "reschedule", "delay", "0s"));

    // Then
    bench.delaygate().topics().create(target, 1);
    assertThat(Reader.text(bench.only(target).value())).isEqualTo("new");
  }

  /** Schedules a job and waits for its outcome. */
  private RecordMetadata scheduled(String id, String delay, String target, String... more) {
    var headers = headers("delay", delay, "delay-target-topic", target);
    headers.addAll(headers(more));
    return bench.until(
        "SCHEDULED",
        () -> bench.client().send(null, Client.bytes(id), Client.bytes("payload"), headers));
  }

  private RecordMetadata send(String id, boolean misrouted, String value, String... headers) {
    var partition = misrouted ? ContractBench.stranger(id) : ContractBench.owner(id);
    return bench.client().send(partition, Client.bytes(id), Client.bytes(value), headers(headers));
  }

  private void assertNothingIsLeft(String target) {
    bench.awaitNonePending();
    try (var reader = bench.delaygate().read(target)) {
      assertThat(reader.toTheEnd()).isEmpty();
    }
  }
}

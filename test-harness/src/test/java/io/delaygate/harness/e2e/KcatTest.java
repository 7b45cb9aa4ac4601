package io.delaygate.harness.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.harness.broker.KafkaCluster;
import io.delaygate.harness.broker.KafkaTest;
import io.delaygate.harness.broker.Reader;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.Random;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests of a client that is not Java, with another partitioner. The ids are chosen such that their
 * commands lie in partitions that do not own them.
 */
@KafkaTest
@Timeout(120)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class KcatTest {
  private final KafkaCluster cluster;
  private final Path state;
  private @Nullable ContractBench shared;
  private @Nullable KcatCommands commands;

  KcatTest(KafkaCluster cluster, @TempDir Path state) {
    this.cluster = cluster;
    this.state = state;
  }

  @BeforeAll
  void start() {
    Kcat.assumeInstalled();
    shared = new ContractBench(cluster, state);
    commands = new KcatCommands(shared.delaygate());
  }

  @AfterAll
  void stop() {
    if (commands != null) {
      commands.close();
    }
    if (shared != null) {
      shared.close();
    }
  }

  @ParameterizedTest
  @CsvSource({"delay,1s,1000", "delay,PT1.5S,1500", "delay,0s,0", "delay-ms,1500,1500"})
  void deliversAfterADelay(String header, String value, long delayMs) {
    // Given
    var target = bench().target("after");

    // When
    send(ContractBench.misroutedId(target), "v", target, header, value);

    // Then
    assertDelivered(target, command(target).timestamp() + delayMs);
  }

  @ParameterizedTest
  @ValueSource(strings = {"delay-due", "delay-due-ms"})
  void deliversAtATime(String header) {
    // Given
    var target = bench().target("at");
    var due = Instant.ofEpochMilli(System.currentTimeMillis() + 1500);
    var text =
        header.equals("delay-due")
            ? due.atOffset(ZoneOffset.ofHours(-7)).toString()
            : Long.toString(due.toEpochMilli());

    // When
    send(ContractBench.misroutedId(target), "v", target, header, text);

    // Then
    assertDelivered(target, due.toEpochMilli());
  }

  @Test
  void keepsForeignHeadersInOrderWithDuplicates() {
    // Given
    var target = bench().target("duplicates");
    var id = ContractBench.misroutedId(target);

    // When
    send(id, "v", target, "b", "1", "delay", "0s", "a", "2", "b", "", "b", "1", "none", null);

    // Then
    var record = assertDelivered(target, command(target).timestamp());
    assertThat(KcatCommands.foreign(record))
        .containsExactly(
            Client.header("b", "1"),
            Client.header("a", "2"),
            Client.header("b", ""),
            Client.header("b", "1"),
            Client.header("none", null));
  }

  @Test
  void givesARecordWithoutAKeyAnId() {
    // Given
    var target = bench().target("keyless");

    // When
    send(null, "v", target, "delay", "1s");

    // Then
    var command = command(target);
    var record = assertDelivered(target, command.timestamp() + 1000);
    assertThat(record.key()).isNull();
    assertThat(Reader.header(record, "delay-job-id"))
        .isEqualTo("~%d-%d".formatted(command.partition(), command.offset()));
  }

  @Test
  void deliversANullValue() {
    // Given
    var target = bench().target("null");

    // When
    send(ContractBench.misroutedId(target), null, target, "delay", "1s");

    // Then
    assertThat(assertDelivered(target, command(target).timestamp() + 1000).value()).isNull();
  }

  /** A mebibyte, minus the size of key, headers and framing. */
  @Test
  void deliversALargeBinaryValue() {
    // Given
    var target = bench().target("large");
    var value = new byte[1024 * 1024 - 600];
    new Random(2026).nextBytes(value);

    // When
    kcat()
        .send(
            ContractBench.misroutedId("g\u00fcn"),
            value,
            "delay",
            "1s",
            "delay-target-topic",
            target);

    // Then
    var record = assertDelivered(target, command(target).timestamp() + 1000);
    assertThat(record.value()).isEqualTo(value);
    assertThat(Reader.text(record.key())).startsWith("g\u00fcn");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void cancelsWhatTheOtherClientScheduled(boolean kcatSchedules) {
    // Given
    var target = bench().target("cancel");
    var id = ContractBench.misroutedId(target);
    var schedule = new String[] {"delay", "1h", "delay-target-topic", target};
    bench().until("SCHEDULED", () -> by(kcatSchedules, id, "v", schedule));

    // When
    bench().until("CANCELLED", () -> by(!kcatSchedules, id, null));

    // Then
    bench().awaitNonePending();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void movesWhatTheOtherClientScheduled(boolean kcatSchedules) {
    // Given
    var target = bench().target("move");
    var id = ContractBench.misroutedId(target);
    var schedule = new String[] {"delay", "1h", "delay-target-topic", target};
    bench().until("SCHEDULED", () -> by(kcatSchedules, id, "v", schedule));

    // When
    by(!kcatSchedules, id, "new", "delay-op", "reschedule", "delay", "1s");

    // Then
    var moved = commands.with("delay-op", "reschedule", id);
    var record = bench().only(target);
    assertThat(record.timestamp()).isGreaterThanOrEqualTo(moved.timestamp() + 1000);
    assertThat(Reader.text(record.value())).isEqualTo("new");
  }

  /** Sends by one of both clients, to a wrong partition; returns the id. */
  private String by(boolean kcat, String id, @Nullable String value, String... headers) {
    if (kcat) {
      kcat().send(id, Client.bytes(value), headers);
    } else {
      var stranger = ContractBench.stranger(id);
      bench()
          .client()
          .send(stranger, Client.bytes(id), Client.bytes(value), Client.headers(headers));
    }
    return id;
  }

  private void send(
      @Nullable String key, @Nullable String value, String target, @Nullable String... headers) {
    var all = Arrays.copyOf(headers, headers.length + 2);
    all[headers.length] = "delay-target-topic";
    all[headers.length + 1] = target;
    kcat().send(key, Client.bytes(value), all);
  }

  /** Asserts that the record on the target equals the command byte for byte, and is not early. */
  private ConsumerRecord<byte[], byte[]> assertDelivered(String target, long dueMs) {
    var command = command(target);
    var record = bench().only(target);
    assertThat(record.timestamp()).isGreaterThanOrEqualTo(dueMs);
    assertThat(Reader.header(record, "delay-job-due-ms")).isEqualTo("" + dueMs);
    assertThat(record.key()).isEqualTo(command.key());
    assertThat(record.value()).isEqualTo(command.value());
    assertThat(KcatCommands.foreign(record)).isEqualTo(KcatCommands.foreign(command));
    assertThat(KcatCommands.isMisrouted(command)).isTrue();
    return record;
  }

  private ConsumerRecord<byte[], byte[]> command(String target) {
    return commands.with("delay-target-topic", target, null);
  }

  private Kcat kcat() {
    var delaygate = bench().delaygate();
    return new Kcat(delaygate.bootstrapServers(), delaygate.names().requests());
  }

  private ContractBench bench() {
    return shared;
  }
}

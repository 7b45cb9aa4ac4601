package io.delaygate.harness.e2e;

import static io.delaygate.harness.e2e.Client.headers;
import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.harness.broker.KafkaCluster;
import io.delaygate.harness.broker.KafkaTest;
import io.delaygate.harness.broker.Reader;
import io.delaygate.schemas.command.CommandRecord;
import io.delaygate.schemas.contract.Limits;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests at the edges of Delaygate's own limits, which only a compressed batch reaches: small on the
 * wire, larger than any topic takes once it is read.
 */
@KafkaTest
@Timeout(120)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ContractLimitTest {
  /** Limit of the targets; also a setting, because topic settings may be unreadable. */
  private static final String TARGET_TAKES = "" + 4 * 1024 * 1024;

  private final ContractBench bench;
  private final Client roomy;

  ContractLimitTest(KafkaCluster cluster, @TempDir Path state) {
    bench = new ContractBench(cluster, state, Map.of("target.max.message.bytes", TARGET_TAKES));
    roomy =
        bench
            .delaygate()
            .client(
                Map.of(
                    ProducerConfig.MAX_REQUEST_SIZE_CONFIG,
                    64 * 1024 * 1024,
                    ProducerConfig.BUFFER_MEMORY_CONFIG,
                    128L * 1024 * 1024,
                    ProducerConfig.COMPRESSION_TYPE_CONFIG,
                    "gzip"));
  }

  @AfterAll
  void stop() {
    roomy.close();
    bench.close();
  }

  @AfterEach
  void noThreadFailed() {
    assertThat(bench.threadRestarts()).isZero();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void acceptsARecordOfTheWholeLimit(boolean misrouted) {
    // Given
    var target = roomyTarget();
    var headers = headers("delay", "0s", "delay-target-topic", target);
    var partition = misrouted ? ContractBench.stranger("whole") : ContractBench.owner("whole");
    var value = new byte[Limits.RECORD_BYTES - bytes("whole", headers)];

    // When
    roomy.send(partition, Client.bytes("whole"), value, headers);

    // Then
    try (var reader = bench.delaygate().read(target)) {
      assertThat(reader.one().value()).isEqualTo(value);
    }
  }

  @Test
  void rejectsOneByteMoreThanTheLimitAndKeepsItsHead() {
    // Given
    var headers = headers("delay", "0s", "delay-target-topic", roomyTarget());
    var value = new byte[Limits.RECORD_BYTES - bytes("beyond", headers) + 1];

    // When
    var sent = roomy.send(null, Client.bytes("beyond"), value, headers);

    // Then
    assertThat(tooLarge(sent).value()).isEqualTo(new byte[Limits.OVERSIZE_KEPT_BYTES]);
  }

  @Test
  void rejectsTwentyMegabytesInACompressedBatch() {
    // Given
    var headers = headers("delay", "0s", "delay-target-topic", roomyTarget(), "x", "y");
    var value = new byte[20 * 1024 * 1024];
    Arrays.fill(value, (byte) 'x');

    // When
    var sent = roomy.send(null, Client.bytes("huge"), value, headers);

    // Then
    var letter = tooLarge(sent);
    assertThat(letter.headers().lastHeader("x")).isNull();
    assertThat(letter.value()).isEqualTo(Arrays.copyOf(value, Limits.OVERSIZE_KEPT_BYTES));
    assertThat(letter.key()).isEqualTo(Client.bytes("huge"));
  }

  /**
   * The largest dead letter: a record of the greatest size, whose fault is quoted in the reason.
   */
  @Test
  void keepsALargeRecordWithALongFaultyHeader() {
    // Given
    var target = roomyTarget();
    var faulty = "1".repeat(Limits.HEADER_BYTES - 200);
    var headers = headers("delay", faulty, "delay-target-topic", target);
    var value = new byte[Limits.RECORD_BYTES - bytes("long-fault", headers)];

    // When
    var sent = roomy.send(null, Client.bytes("long-fault"), value, headers);

    // Then
    var letter = bench.deadLetterOf(sent);
    assertThat(Reader.header(letter, "delay-reason")).isEqualTo("TIME_INVALID");
    assertThat(Reader.header(letter, "delay")).isEqualTo(faulty);
    assertThat(letter.value()).isEqualTo(value);
  }

  /**
   * The largest stored job: its key is from headers of a schedule, its value and headers are from a
   * change.
   */
  @Test
  void storesAJobWithTheLargestKeyThatARescheduleMadeAsLargeAsItGets() {
    // Given
    var target = roomyTarget();
    var headers = headers("delay", "1h", "delay-target-topic", target);
    var room = Limits.HEADER_BYTES - bytes("", headers) - "delay-target-key".length() - 2;
    headers.add(new RecordHeader("delay-target-key", new byte[room]));
    bench.until("SCHEDULED", () -> roomy.send(null, Client.bytes("k"), new byte[0], headers));
    var change = headers("delay-op", "reschedule", "delay", "2s");
    change.add(new RecordHeader("x", new byte[Limits.HEADER_BYTES - bytes("", change) - 3]));
    var value = new byte[Limits.RECORD_BYTES - bytes("k", change)];

    // When
    roomy.send(null, Client.bytes("k"), value, change);

    // Then
    try (var reader = bench.delaygate().read(target)) {
      assertThat(reader.one().key()).hasSize(room);
      assertThat(reader.one().value()).isEqualTo(value);
    }
  }

  /** The same, but its headers are from the schedule, and its value is from the change. */
  @Test
  void storesAJobThatAReschedulePutTogetherFromTwoLargeRecords() {
    // Given
    var target = roomyTarget();
    var headers = headers("delay", "1h", "delay-target-topic", target);
    headers.add(new RecordHeader("x", new byte[Limits.HEADER_BYTES - bytes("", headers) - 3]));
    bench.until("SCHEDULED", () -> roomy.send(null, Client.bytes("m"), new byte[0], headers));
    var change = headers("delay-op", "reschedule", "delay", "2s");
    var value = new byte[Limits.RECORD_BYTES - bytes("m", change)];

    // When
    roomy.send(null, Client.bytes("m"), value, change);

    // Then
    try (var reader = bench.delaygate().read(target)) {
      assertThat(reader.one().value()).isEqualTo(value);
      assertThat(reader.one().headers().lastHeader("x")).isEqualTo(headers.get(2));
    }
  }

  private ConsumerRecord<byte[], byte[]> tooLarge(RecordMetadata sent) {
    var letter = bench.deadLetterOf(sent);
    assertThat(Reader.header(letter, "delay-reason")).isEqualTo("RECORD_TOO_LARGE");
    assertThat(Reader.header(letter, "delay-reason-text")).contains("" + Limits.RECORD_BYTES);
    assertThat(Reader.header(letter, "delay-source-timestamp-ms")).isEqualTo("" + sent.timestamp());
    return letter;
  }

  private String roomyTarget() {
    return bench.target("roomy", 1, Map.of(TopicConfig.MAX_MESSAGE_BYTES_CONFIG, TARGET_TAKES));
  }

  private static int bytes(String id, List<Header> headers) {
    return (int) new CommandRecord(Client.bytes(id), null, headers, 0, 0).bytes();
  }
}

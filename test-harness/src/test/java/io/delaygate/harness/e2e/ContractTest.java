package io.delaygate.harness.e2e;

import static io.delaygate.harness.e2e.Client.header;
import static io.delaygate.harness.e2e.Client.headers;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.delaygate.harness.broker.KafkaCluster;
import io.delaygate.harness.broker.Reader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of deliveries: key, value, headers and partition are unchanged, and no job is early. */
@EndToEnd
@Timeout(120)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ContractTest {
  private static final byte[] EVERY_BYTE = everyByte();

  private final ContractBench bench;

  ContractTest(KafkaCluster cluster, @TempDir Path state) {
    bench = new ContractBench(cluster, state);
  }

  @AfterAll
  void stop() {
    bench.close();
  }

  @Test
  void keepsEveryByteOfKeyValueAndHeaders() {
    // Given
    var target = bench.target("binary");
    var headers = headers("delay", "1s", "delay-target-topic", target);
    headers.add(new RecordHeader("delay-target-key", EVERY_BYTE));
    headers.add(new RecordHeader("x-bytes", EVERY_BYTE));

    // When
    var sent = bench.client().send(null, Client.bytes("id-\u00e4\u20ac"), EVERY_BYTE, headers);

    // Then
    var record = bench.only(target);
    assertThat(record.key()).isEqualTo(EVERY_BYTE);
    assertThat(record.value()).isEqualTo(EVERY_BYTE);
    assertThat(record.headers().lastHeader("x-bytes").value()).isEqualTo(EVERY_BYTE);
    assertThat(Reader.header(record, "delay-job-id")).isEqualTo("id-\u00e4\u20ac");
    var due = sent.timestamp() + 1000;
    assertThat(Reader.header(record, "delay-job-due-ms")).isEqualTo("" + due);
    assertThat(record.timestamp()).isGreaterThanOrEqualTo(due);
  }

  @Test
  void keepsOrderDuplicatesAndNullValuesOfHeadersAndDropsItsOwn() {
    // Given
    var target = bench.target("headers");
    var headers = new ArrayList<Header>();
    headers.add(header("b", "1"));
    headers.add(header("delay-target-topic", target));
    headers.add(header("a", null));
    headers.add(header("b", ""));
    headers.add(header("delay-ms", "0"));
    headers.add(header("a", "2"));
    headers.add(header("b", "1"));
    headers.add(header("", "no name"));
    headers.add(header("Delayed", "not ours"));

    // When
    bench.client().send(null, Client.bytes("headers"), Client.bytes("v"), headers);

    // Then
    assertThat(bench.only(target).headers().toArray())
        .filteredOn(header -> !header.key().startsWith("delay-job-"))
        .containsExactly(
            header("b", "1"),
            header("a", null),
            header("b", ""),
            header("a", "2"),
            header("b", "1"),
            header("", "no name"),
            header("Delayed", "not ours"));
  }

  @ParameterizedTest
  @MethodSource("values")
  void tellsAnEmptyValueFromNone(byte @Nullable [] value) {
    // Given
    var target = bench.target("value");

    // When
    bench
        .client()
        .send(
            null,
            Client.bytes("value-of-" + target),
            value,
            headers("delay", "0s", "delay-target-topic", target));

    // Then
    assertThat(bench.only(target).value()).isEqualTo(value);
  }

  static Stream<Arguments> values() {
    return Stream.of(arguments((Object) null), arguments((Object) new byte[0]));
  }

  @ParameterizedTest
  @MethodSource("targetKeys")
  void deliversUnderTheKeyThatWasAskedFor(List<Header> asked, byte @Nullable [] expected) {
    // Given
    var target = bench.target("key");
    var headers = headers("delay", "0s", "delay-target-topic", target);
    headers.addAll(asked);

    // When
    bench.client().send(null, Client.bytes("the-id"), Client.bytes("v"), headers);

    // Then
    assertThat(bench.only(target).key()).isEqualTo(expected);
  }

  static Stream<Arguments> targetKeys() {
    return Stream.of(
        arguments(List.of(), Client.bytes("the-id")),
        arguments(List.of(header("delay-target-key", null)), null),
        arguments(List.of(header("delay-target-key", "")), new byte[0]),
        arguments(List.of(header("delay-target-key", "k")), Client.bytes("k")));
  }

  @Test
  void givesARecordWithoutAKeyAnIdAndKeepsItsKeyNull() {
    // Given
    var target = bench.target("keyless");

    // When
    var sent = bench.client().send(null, "v", "delay", "0s", "delay-target-topic", target);

    // Then
    var record = bench.only(target);
    assertThat(record.key()).isNull();
    assertThat(Reader.header(record, "delay-job-id"))
        .isEqualTo("~%d-%d".formatted(sent.partition(), sent.offset()));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void deliversToTheNamedPartition(int partition) {
    // Given
    var target = bench.target("parts", 3, Map.of());

    // When
    bench
        .client()
        .send(
            "to-" + partition,
            "v",
            "delay",
            "0s",
            "delay-target-topic",
            target,
            "delay-target-partition",
            "" + partition);

    // Then
    assertThat(bench.only(target).partition()).isEqualTo(partition);
  }

  @Test
  void schedulesADeliveredRecordThatIsSentBackOnce() {
    // Given
    var target = bench.target("again");
    bench.client().send("again", "v", "delay", "0s", "delay-target-topic", target, "x", "1");
    var first = bench.only(target);
    var headers = new ArrayList<>(Arrays.asList(first.headers().toArray()));
    headers.addAll(headers("delay", "5s", "delay-target-topic", target));

    // When
    var sent = bench.client().send(null, first.key(), first.value(), headers);

    // Then
    try (var reader = bench.delaygate().read(target)) {
      var second = reader.await(2).get(1);
      assertThat(second.key()).isEqualTo(first.key());
      assertThat(second.value()).isEqualTo(first.value());
      assertThat(second.timestamp()).isGreaterThanOrEqualTo(sent.timestamp() + 5000);
      assertThat(second.headers().toArray())
          .containsExactly(
              header("x", "1"),
              header("delay-job-id", "again"),
              header("delay-job-due-ms", "" + (sent.timestamp() + 5000)));
      assertThat(reader.toTheEnd()).hasSize(2);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"gzip", "zstd", "lz4", "snappy"})
  void readsCompressedBatches(String compression) {
    // Given
    var target = bench.target(compression);
    Map<String, Object> settings =
        Map.of(
            ProducerConfig.COMPRESSION_TYPE_CONFIG,
            compression,
            ProducerConfig.LINGER_MS_CONFIG,
            100);
    try (var client = bench.delaygate().client(settings)) {

      // When
      for (var i = 0; i < 100; i++) {
        client.sendLater(
            compression + i, "v".repeat(i), "delay", "1s", "delay-target-topic", target);
      }
    }

    // Then
    try (var reader = bench.delaygate().read(target)) {
      assertThat(reader.await(100))
          .extracting(record -> Reader.text(record.key()) + Reader.text(record.value()))
          .containsExactlyInAnyOrderElementsOf(
              IntStream.range(0, 100).mapToObj(i -> compression + i + "v".repeat(i)).toList());
    }
  }

  private static byte[] everyByte() {
    var bytes = new byte[256];
    for (var i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) i;
    }
    return bytes;
  }
}

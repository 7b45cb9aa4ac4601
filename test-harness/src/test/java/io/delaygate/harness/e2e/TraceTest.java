package io.delaygate.harness.e2e;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.harness.broker.KafkaCluster;
import io.delaygate.harness.broker.Reader;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests of trace context: it is passed on to deliveries and dead letters. */
@EndToEnd
@Timeout(120)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TraceTest {
  private static final String PARENT = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

  /** Trace headers in an unusual order, with bytes that are not text, and one of them twice. */
  private static final List<Header> CONTEXT =
      List.of(
          new RecordHeader("tracestate", "rojo=00f067aa0ba902b7,congo=t61rcWkgMzE".getBytes(UTF_8)),
          new RecordHeader("baggage", new byte[] {'a', '=', (byte) 0xff, 0, ' '}),
          new RecordHeader("traceparent", PARENT.getBytes(UTF_8)),
          new RecordHeader("baggage", "b=2;c".getBytes(UTF_8)));

  private final ContractBench bench;
  private final Door door;

  TraceTest(KafkaCluster cluster, @TempDir Path state) {
    bench = new ContractBench(cluster, state);
    door = new Door(bench.delaygate());
  }

  @AfterAll
  void stop() {
    door.close();
    bench.close();
  }

  @Test
  void aCommandsContextArrivesByteForByte() {
    // Given
    var target = bench.target("traced");

    // When
    send("traced", Client.headers("delay", "1s", "delay-target-topic", target));

    // Then
    assertThat(context(bench.only(target))).containsExactlyElementsOf(shown(CONTEXT));
  }

  @Test
  void aRejectedCommandsDeadLetterHasIt() {
    // When
    var sent = send("faulty", Client.headers("delay", "soon"));

    // Then
    assertThat(context(bench.deadLetterOf(sent))).containsExactlyElementsOf(shown(CONTEXT));
  }

  @Test
  void aJobsDeadLetterHasIt() {
    // Given: a job that expires before it is due
    var letters = bench.target("letters");
    var target = bench.target("late");

    // When
    send(
        "late",
        Client.headers(
            "delay",
            "2s",
            "delay-ttl-ms",
            "2000",
            "delay-ack",
            "true",
            "delay-on-expiry",
            "dead-letter",
            "delay-dead-letter-topic",
            letters,
            "delay-target-topic",
            target));

    // Then
    assertThat(context(bench.only(letters))).containsExactlyElementsOf(shown(CONTEXT));
  }

  @Test
  void aCallsContextAndIdArriveWithItsJob() {
    // Given
    var target = bench.target("called");
    var job = "{\"target\":{\"topic\":\"%s\"},\"delay\":\"1s\"}".formatted(target);

    // When
    var answer =
        door.call(
            "POST",
            "/v1/jobs",
            job,
            "X-Request-Id",
            "order-service-4711",
            "traceparent",
            PARENT,
            "tracestate",
            "a=1");

    // Then
    assertThat(answer.header("X-Request-Id")).isEqualTo("order-service-4711");
    var record = bench.only(target);
    assertThat(Reader.header(record, "x-request-id")).isEqualTo("order-service-4711");
    assertThat(Reader.header(record, "traceparent")).isEqualTo(PARENT);
    assertThat(Reader.header(record, "tracestate")).isEqualTo("a=1");
  }

  private RecordMetadata send(String id, List<Header> control) {
    var headers = Stream.concat(CONTEXT.stream(), control.stream()).toList();
    return bench.client().send(null, id.getBytes(UTF_8), "v".getBytes(UTF_8), headers);
  }

  private static List<String> context(ConsumerRecord<byte[], byte[]> record) {
    return shown(
        Arrays.stream(record.headers().toArray())
            .filter(header -> !header.key().startsWith("delay"))
            .toList());
  }

  private static List<String> shown(List<Header> headers) {
    return headers.stream()
        .map(header -> header.key() + "=" + Arrays.toString(header.value()))
        .toList();
  }
}

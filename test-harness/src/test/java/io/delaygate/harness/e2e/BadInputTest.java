package io.delaygate.harness.e2e;

import static io.delaygate.harness.e2e.Client.headers;
import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.harness.broker.KafkaCluster;
import io.delaygate.harness.broker.Reader;
import io.delaygate.harness.e2e.BadInputCases.BadInput;
import io.delaygate.schemas.contract.DelayHeader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests of bad records: each becomes a dead letter with its reason, and the partition continues.
 */
@EndToEnd
@Timeout(120)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BadInputTest {
  /** Limit of one target; also a setting, because topic settings may be unreadable. */
  private static final String NARROW = "10000";

  private final ContractBench bench;
  private final String target;
  private final BadInputCases cases;
  private final Reader arrivals;

  BadInputTest(KafkaCluster cluster, @TempDir Path state) {
    bench = new ContractBench(cluster, state, Map.of("target.max.message.bytes", NARROW));
    target = bench.target("good");
    var narrow = bench.target("narrow", 1, Map.of(TopicConfig.MAX_MESSAGE_BYTES_CONFIG, NARROW));
    cases = new BadInputCases(bench.delaygate(), target, narrow);
    arrivals = bench.delaygate().read(target);
  }

  @AfterAll
  void stop() {
    arrivals.close();
    bench.close();
  }

  @AfterEach
  void noThreadFailed() {
    assertThat(bench.threadRestarts()).isZero();
  }

  Stream<BadInput> cases() {
    return cases.all();
  }

  @ParameterizedTest
  @MethodSource("cases")
  void refusesItAndGoesOn(BadInput bad) {
    // When
    var sent = bench.client().send(1, bad.key(), bad.value(), bad.headers());
    var next = sendGood(1);

    // Then
    var letter = bench.deadLetterOf(sent);
    assertThat(letter.key()).isEqualTo(bad.key());
    assertThat(letter.value()).isEqualTo(bad.value());
    assertThat(Arrays.asList(letter.headers().toArray()).subList(0, bad.headers().size()))
        .isEqualTo(bad.headers());
    assertThat(added(letter.headers().toArray(), bad.headers().size()))
        .containsExactly(
            "delay-reason=" + bad.reason(),
            "delay-reason-text",
            "delay-source-topic=" + sent.topic(),
            "delay-source-partition=1",
            "delay-source-offset=" + sent.offset(),
            "delay-source-timestamp-ms=" + sent.timestamp());
    arrivalOf(next);
  }

  /** Bad commands for the id of a job, in the partition that owns it and in another one. */
  @Test
  void leavesThePendingJobOfThatIdAsItWas() {
    // Given
    var headers = headers("delay", "4s", "delay-target-topic", target, "x", "y");
    var sent =
        bench.until(
            "SCHEDULED",
            () -> bench.client().send(null, Client.bytes("victim"), Client.bytes("v"), headers));

    // When
    var letters =
        cases
            .all()
            .filter(bad -> Arrays.equals(bad.key(), Client.bytes("timed")))
            .flatMap(bad -> IntStream.range(0, 2).mapToObj(p -> sendAsVictim(bad, p)))
            .toList();

    // Then
    letters.forEach(bench::deadLetterOf);
    var record = arrivalOf("victim");
    assertThat(Reader.text(record.value())).isEqualTo("v");
    assertThat(Reader.header(record, "x")).isEqualTo("y");
    assertThat(record.timestamp()).isGreaterThanOrEqualTo(sent.timestamp() + 4000);
    assertThat(Reader.header(record, "delay-job-due-ms")).isEqualTo("" + (sent.timestamp() + 4000));
  }

  @Test
  void survivesGarbage() {
    // Given
    var random = new Random(20_261_121);

    // When
    for (var i = 0; i < 500; i++) {
      bench
          .client()
          .send(random.nextInt(4), garbage(random), garbage(random), garbageHeaders(random));
    }

    // Then
    IntStream.range(0, ContractBench.PARTITIONS).mapToObj(this::sendGood).forEach(this::arrivalOf);
  }

  private RecordMetadata sendAsVictim(BadInput bad, int offset) {
    var partition = (ContractBench.owner("victim") + offset) % ContractBench.PARTITIONS;
    return bench.client().send(partition, Client.bytes("victim"), bad.value(), bad.headers());
  }

  /** Sends a good job after the bad record, to the same partition; returns its id. */
  private String sendGood(int partition) {
    var headers = headers("delay", "0s", "delay-target-topic", target);
    var sent = bench.client().send(partition, null, Client.bytes("v"), headers);
    return "~%d-%d".formatted(partition, sent.offset());
  }

  private ConsumerRecord<byte[], byte[]> arrivalOf(String id) {
    return ContractBench.await()
        .until(
            () ->
                arrivals.poll().stream()
                    .filter(record -> id.equals(Reader.header(record, "delay-job-id")))
                    .findFirst(),
            Optional::isPresent)
        .orElseThrow();
  }

  /** Headers after the sender's own, with values except for the reason text. */
  private static List<String> added(Header[] headers, int own) {
    return Arrays.stream(headers)
        .skip(own)
        .map(
            header ->
                header.key().equals("delay-reason-text")
                    ? header.key()
                    : header.key() + "=" + Reader.text(header.value()))
        .toList();
  }

  private static byte @Nullable [] garbage(Random random) {
    if (random.nextInt(8) == 0) {
      return null;
    }
    var bytes = new byte[random.nextInt(300)];
    random.nextBytes(bytes);
    return bytes;
  }

  /** Control headers and others, with random, empty and null values. */
  private List<Header> garbageHeaders(Random random) {
    var names = DelayHeader.values();
    var headers = new ArrayList<Header>();
    for (var i = random.nextInt(5); i > 0; i--) {
      var name =
          random.nextInt(4) == 0
              ? "delay-" + random.nextInt()
              : names[random.nextInt(names.length)].headerName();
      headers.add(new RecordHeader(name, garbage(random)));
    }
    if (random.nextBoolean()) {
      headers.addAll(headers("delay", "0s", "delay-target-topic", target));
    }
    return headers;
  }
}

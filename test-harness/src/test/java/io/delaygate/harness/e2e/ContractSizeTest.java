package io.delaygate.harness.e2e;

import static io.delaygate.harness.e2e.Client.headers;
import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.harness.broker.KafkaCluster;
import io.delaygate.harness.broker.KafkaTest;
import io.delaygate.harness.broker.Reader;
import io.delaygate.schemas.contract.JobId;
import io.delaygate.schemas.job.Job;
import io.delaygate.schemas.job.JobTimes;
import io.delaygate.schemas.job.Payload;
import io.delaygate.schemas.job.Policy;
import io.delaygate.schemas.job.Target;
import io.delaygate.schemas.topics.TopicDefinitions;
import io.delaygate.service.directory.TargetCheck;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.kafka.common.config.TopicConfig;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of sizes with default clients and topics: the largest record is delivered. */
@KafkaTest
@Timeout(120)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ContractSizeTest {
  /** Largest batch of a topic with Kafka's defaults. */
  private static final int TARGET_TAKES = TopicDefinitions.ANSWER_BATCH_BYTES;

  private final Random random = new Random(2026);
  private final ContractBench bench;

  ContractSizeTest(KafkaCluster cluster, @TempDir Path state) {
    bench = new ContractBench(cluster, state);
  }

  @AfterAll
  void stop() {
    bench.close();
  }

  @AfterEach
  void noThreadFailed() {
    assertThat(bench.threadRestarts()).isZero();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void deliversTheLargestRecordThatAStockProducerAndAStockTargetTake(boolean misrouted) {
    // Given
    var target = bench.target("largest");
    var id = "largest";
    var headers = headers("delay", "1s", "delay-target-topic", target);
    var value = bytes(TARGET_TAKES - (int) delivered(id, target, new byte[0]));
    var partition = misrouted ? ContractBench.stranger(id) : ContractBench.owner(id);

    // When
    var sent = bench.client().send(partition, Client.bytes(id), value, headers);

    // Then
    try (var reader = bench.delaygate().read(target)) {
      assertThat(reader.one().value()).isEqualTo(value);
      assertThat(reader.one().timestamp()).isGreaterThanOrEqualTo(sent.timestamp() + 1000);
    }
  }

  @Test
  void rejectsOneByteMoreThanTheTargetTakes() {
    // Given
    var target = bench.target("too-large");
    var value = bytes(TARGET_TAKES - (int) delivered("one-more", target, new byte[0]) + 1);

    // When
    var sent =
        bench
            .client()
            .send(
                null,
                Client.bytes("one-more"),
                value,
                headers("delay", "1s", "delay-target-topic", target));

    // Then
    var letter = bench.deadLetterOf(sent);
    assertThat(Reader.header(letter, "delay-reason")).isEqualTo("RECORD_TOO_LARGE");
    assertThat(letter.value()).isEqualTo(value);
  }

  /**
   * Records that fit their target one by one, but not all in one batch, though they are due
   * together.
   */
  @Test
  void deliversABurstToATargetThatTakesSmallBatchesOnly() {
    // Given
    var target = bench.target("small", 1, Map.of(TopicConfig.MAX_MESSAGE_BYTES_CONFIG, "10000"));
    var due = "" + (System.currentTimeMillis() + 2000);

    // When
    for (var i = 0; i < 100; i++) {
      bench
          .client()
          .sendLater(
              "burst-" + i,
              "v".repeat(6000),
              "delay-due-ms",
              due,
              "delay-target-topic",
              target,
              "delay-target-partition",
              "0");
    }
    bench.client().flush();

    // Then
    try (var reader = bench.delaygate().read(target)) {
      assertThat(reader.await(100)).allMatch(record -> record.value().length == 6000);
      assertThat(reader.toTheEnd()).hasSize(100);
    }
  }

  private static long delivered(String id, String target, byte[] value) {
    return TargetCheck.deliveredBytes(
        Job.scheduled(
            new JobId(id),
            JobTimes.due(0, 0),
            new Target(target, Client.bytes(id), null),
            new Payload(value, List.of()),
            Policy.USUAL));
  }

  private byte[] bytes(int length) {
    var bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }
}

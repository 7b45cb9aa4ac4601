package io.delaygate.harness.e2e;

import static io.delaygate.harness.e2e.Client.bytes;
import static io.delaygate.harness.e2e.Client.headers;
import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.harness.broker.JavaCommand;
import io.delaygate.harness.broker.JavaProcess;
import io.delaygate.harness.broker.KafkaCluster;
import io.delaygate.harness.broker.KafkaTest;
import io.delaygate.harness.broker.Reader;
import io.delaygate.harness.process.ChartHeap;
import io.delaygate.harness.process.Metrics;
import io.delaygate.harness.process.ServiceProcess;
import io.delaygate.schemas.contract.Limits;
import io.delaygate.schemas.topics.TopicDefinitions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests of a scheduler with the chart's default heap, and compressed records that unpack to more
 * than the heap. {@code -Dmemory.jobs=5000} sends that many jobs in each compression.
 */
@KafkaTest
@Timeout(1_200)
class LargeJobsTest {
  private static final int USUAL = 600;
  private static final int JOBS = Integer.getInteger("memory.jobs", USUAL);
  private static final int VALUE_BYTES = 1_000_000;
  private static final Duration LIMIT = Duration.ofMillis(60_000L + JOBS * 200L);

  private final Installation delaygate;
  private final Path log;

  LargeJobsTest(KafkaCluster cluster, @TempDir Path folder) {
    delaygate = new Installation(cluster, folder, TopicDefinitions.DEFAULT_PARTITIONS);
    log = delaygate.output("scheduler");
  }

  @AfterEach
  void stop() {
    delaygate.close();
  }

  static Stream<String> compressions() {
    return JOBS == USUAL ? Stream.of("lz4") : Stream.of("lz4", "zstd", "gzip");
  }

  @ParameterizedTest
  @MethodSource("compressions")
  void takesInTheLargestJobsInAnyNumber(String compression) throws Exception {
    // Given
    var target = delaygate.target("large", 1);
    var compressed =
        Map.<String, Object>of(
            ProducerConfig.COMPRESSION_TYPE_CONFIG,
            compression,
            ProducerConfig.LINGER_MS_CONFIG,
            20);
    var values = values();
    try (var client = delaygate.client(compressed)) {
      for (var i = 0; i < JOBS; i++) {
        var value = values.get(i % values.size());
        client.sendLater("job-" + i, value, "delay", "1h", "delay-target-topic", target);
      }
      client.flush();
    }

    // When
    var settings = delaygate.settings("scheduler", Map.of());
    try (var scheduler = ServiceProcess.schedulerWith(settings, log, ChartHeap.scheduler())) {
      scheduler.awaitReady();

      // Then
      Awaitility.await()
          .atMost(LIMIT)
          .until(
              () -> {
                assertThat(scheduler.isAlive()).as(scheduler.outputTail()).isTrue();
                return Metrics.of(scheduler, "delaygate_pending_jobs ") == JOBS;
              });
      assertThat(Metrics.of(scheduler, "delaygate_thread_restarts_total")).isZero();
    }
  }

  /** The record has 600 MB, and 19 KB in the log. */
  @Test
  void refusesARecordThatIsLargerThanItsHeap() throws Exception {
    // Given
    var target = delaygate.target("beside", 1);
    var beside = headers("delay", "0s", "delay-target-topic", target);
    delaygate.client().send(0, bytes("one"), bytes("before"), beside);
    sendGiant();
    delaygate.client().send(0, bytes("two"), bytes("after"), beside);

    // When
    var settings = delaygate.settings("scheduler", Map.of());
    try (var scheduler = ServiceProcess.schedulerWith(settings, log, ChartHeap.scheduler());
        var delivered = delaygate.read(target);
        var letters = delaygate.deadLetters()) {
      scheduler.awaitReady();

      // Then
      assertThat(delivered.await(2))
          .extracting(record -> Reader.text(record.value()))
          .containsExactlyInAnyOrder("before", "after");
      var letter = letters.one();
      assertThat(Reader.text(letter.key())).isEqualTo("giant");
      assertThat(Reader.header(letter, "delay-reason")).isEqualTo("RECORD_TOO_LARGE");
      assertThat(Reader.header(letter, "delay-source-offset")).isEqualTo("1");
      assertThat(letter.value()).hasSize(Limits.OVERSIZE_KEPT_BYTES);
      assertThat(Metrics.of(scheduler, "delaygate_thread_restarts_total")).isZero();
    }
  }

  private void sendGiant() {
    var brokers = delaygate.bootstrapServers();
    var command =
        JavaCommand.of(OversizedSender.class, delaygate.output("sender"))
            .withJvmFlags("-Xmx1500m", "-Xmn64m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1")
            .withArguments(
                List.of(brokers, delaygate.names().requests(), "giant", "" + 600_000_000));
    try (var sender = JavaProcess.start(command)) {
      assertThat(sender.awaitExit(Installation.LIMIT)).as(sender.outputTail()).isZero();
    }
  }

  /** Texts like those of real services, which compress to a fortieth. */
  private static List<String> values() {
    var random = new Random(34);
    var values = new ArrayList<String>();
    for (var i = 0; i < 10; i++) {
      var text = new StringBuilder(VALUE_BYTES + 500).append('[');
      while (text.length() < VALUE_BYTES) {
        text.append("{\"order\": \"").append(random.nextInt(100_000));
        text.append("\", \"state\": \"PAID\", ").append("\"remark\": \"none\", ".repeat(20));
        text.append("\"last\": true},\n");
      }
      values.add(text.substring(0, VALUE_BYTES));
    }
    return values;
  }
}

package io.delaygate.harness.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.harness.broker.KafkaCluster;
import io.delaygate.harness.broker.KafkaTest;
import io.delaygate.harness.process.Metrics;
import io.delaygate.harness.process.Service;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Test of the clock offset to the brokers: it is measured, and readers of outcomes see no record.
 */
@KafkaTest
class ClockOffsetTest {
  @TempDir Path state;

  @ParameterizedTest
  @ValueSource(strings = {"exactly_once_v2", "at_least_once"})
  void theOffsetIsShownAndNoReaderOfOutcomesSeesAnything(String guarantee, KafkaCluster cluster) {
    try (var delaygate = new Installation(cluster, state)) {
      // When
      var scheduler = delaygate.startScheduler("one", Map.of("processing.guarantee", guarantee));

      // Then
      Awaitility.await()
          .atMost(Installation.LIMIT)
          .untilAsserted(() -> assertThat(offsets(scheduler)).isNotEmpty());
      assertThat(offsets(scheduler)).allMatch(seconds -> Math.abs(seconds) < 1);
      try (var replies = delaygate.read(delaygate.names().replies())) {
        Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> wasAsked(delaygate));
        assertThat(replies.toTheEnd()).isEmpty();
      }
    }
  }

  private static boolean wasAsked(Installation delaygate) {
    var topic = delaygate.names().replies();
    var latest =
        delaygate.topics().describe(topic).orElseThrow().partitions().stream()
            .map(partition -> new TopicPartition(topic, partition.partition()))
            .collect(Collectors.toMap(partition -> partition, partition -> OffsetSpec.latest()));
    var ends = delaygate.topics().admin().listOffsets(latest).all();
    return ends.toCompletionStage().toCompletableFuture().join().values().stream()
        .anyMatch(end -> end.offset() > 0);
  }

  private static List<Double> offsets(Service scheduler) {
    return Metrics.lines(scheduler.port())
        .filter(line -> line.startsWith("delaygate_clock_offset_seconds{broker="))
        .map(line -> Double.valueOf(line.substring(line.lastIndexOf(' '))))
        .toList();
  }
}

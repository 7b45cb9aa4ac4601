package io.delaygate.harness.e2e;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.harness.broker.KafkaCluster;
import io.delaygate.harness.broker.KafkaTest;
import io.delaygate.harness.broker.Reader;
import io.delaygate.schemas.job.Backoff;
import io.delaygate.schemas.producer.RetryLater;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Test of a consumer that sends records that it cannot process back to its own topic. */
@KafkaTest
@Timeout(120)
class RetryLaterTest {
  private static final Backoff BACKOFF =
      Backoff.exponential(Duration.ofMillis(400), Duration.ofMillis(700));

  private final KafkaCluster cluster;
  private final Path state;

  RetryLaterTest(KafkaCluster cluster, @TempDir Path state) {
    this.cluster = cluster;
    this.state = state;
  }

  @Test
  void aRecordThatFailsTwiceComesBackTwiceAndNotTooSoon() {
    try (var bench = new ContractBench(cluster, state)) {
      // Given
      var topic = bench.target("retried");
      bench.client().send("first", "v", "delay", "0s", "delay-target-topic", topic, "trace", "1");

      // When
      try (var reader = bench.delaygate().read(topic)) {
        var first = reader.await(1).get(0);
        send(bench, retry(first));
        bench.until("IGNORED", () -> send(bench, retry(first)));
        var second = reader.await(2).get(1);
        send(bench, retry(second));
        var third = reader.await(3).get(2);

        // Then
        assertThat(List.of(attempt(first), attempt(second), attempt(third)))
            .containsExactly(1, 2, 3);
        assertThat(gapMs(first, second)).isGreaterThanOrEqualTo(400);
        assertThat(gapMs(second, third)).isGreaterThanOrEqualTo(700);
        assertThat(Reader.header(third, "trace")).isEqualTo("1");
        assertThat(third.key()).isEqualTo(first.key());
        assertThat(third.value()).isEqualTo(first.value());
        assertThat(RetryLater.of(third).attempt(3, BACKOFF)).isEmpty();
        assertThat(reader.toTheEnd()).hasSize(3);
      }
    }
  }

  private static ProducerRecord<String, byte[]> retry(ConsumerRecord<byte[], byte[]> failed) {
    return RetryLater.of(failed).attempt(3, BACKOFF).orElseThrow();
  }

  private static int attempt(ConsumerRecord<byte[], byte[]> record) {
    return RetryLater.of(record).attempt();
  }

  private static long gapMs(
      ConsumerRecord<byte[], byte[]> one, ConsumerRecord<byte[], byte[]> next) {
    return next.timestamp() - one.timestamp();
  }

  /** Sends with the test's own producer, because the topic of commands has a prefix. */
  private static RecordMetadata send(ContractBench bench, ProducerRecord<String, byte[]> record) {
    var headers = List.of(record.headers().toArray());
    return bench.client().send(null, record.key().getBytes(UTF_8), record.value(), headers);
  }
}

package io.delaygate.harness.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.harness.broker.KafkaCluster;
import io.delaygate.harness.broker.KafkaTest;
import io.delaygate.harness.broker.Topics;
import io.delaygate.scheduler.clients.HangingTransactions;
import io.delaygate.service.background.BackgroundFailures;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Test of finding a transaction that is open for a minute, with a clock that is ahead. */
@KafkaTest
@Timeout(120)
class HangingTransactionsTest {
  private static final Duration LIMIT = Duration.ofSeconds(60);

  private final String name = "hanging-" + UUID.randomUUID();
  private final TopicPartition partition = new TopicPartition(name, 0);

  @Test
  void oneThatIsOpenForAMinuteIsFound(KafkaCluster kafka) throws Exception {
    try (var topics = new Topics(kafka);
        var producer = producer(kafka)) {
      // Given
      topics.create(name, 1);
      producer.initTransactions();
      producer.beginTransaction();
      producer.send(new ProducerRecord<>(name, 0, null, Client.bytes("v"))).get();

      // When
      try (var now = finder(topics, 0);
          var later = finder(topics, 61_000)) {
        now.start();
        later.start();

        // Then
        Awaitility.await()
            .atMost(LIMIT)
            .until(later::byPartition, Map.of(name + "-0", 1.0)::equals);
        assertThat(now.byPartition()).isEmpty();
      }
    }
  }

  private HangingTransactions finder(Topics topics, long aheadMs) {
    return new HangingTransactions(
        topics.admin(),
        nowMs -> Set.of(partition),
        () -> System.currentTimeMillis() + aheadMs,
        new BackgroundFailures(System::nanoTime));
  }

  private KafkaProducer<byte[], byte[]> producer(KafkaCluster kafka) {
    return new KafkaProducer<>(
        Map.of(
            ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
            kafka.bootstrapServers(),
            ProducerConfig.TRANSACTIONAL_ID_CONFIG,
            name),
        new ByteArraySerializer(),
        new ByteArraySerializer());
  }
}

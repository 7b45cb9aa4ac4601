package io.delaygate.harness.broker;

import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.service.reading.BoundedConsumer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests of bounded polls: records that are small in their log and large when they are read. */
@KafkaTest
@Timeout(120)
class BoundedConsumerTest {
  private static final int LARGE = 1_000_000;
  private static final int RECORDS = 300;

  private final String topic = "bounded-" + UUID.randomUUID();
  private final KafkaCluster kafka;
  private final Topics topics;

  BoundedConsumerTest(KafkaCluster kafka) {
    this.kafka = kafka;
    this.topics = new Topics(kafka);
  }

  @BeforeEach
  void create() {
    topics.create(topic, 2);
  }

  @AfterEach
  void close() {
    topics.close();
  }

  @Test
  void eachPollIsBoundedAndNothingIsFetchedTwice() {
    // Given
    send(RECORDS, LARGE);
    var seen = new ArrayList<ConsumerRecord<byte[], byte[]>>();

    // When
    try (var consumer = consumer()) {
      while (seen.size() < RECORDS) {
        var polled = consumer.poll(Duration.ofSeconds(1));
        polled.forEach(seen::add);

        // Then
        assertThat(polled.count() * (long) LARGE)
            .isLessThanOrEqualTo(BoundedConsumer.POLL_BYTES + LARGE);
      }
      assertThat(fetchedRecords(consumer)).isEqualTo(RECORDS);
    }
    for (var partition = 0; partition < 2; partition++) {
      var here = partition;
      assertThat(seen.stream().filter(record -> record.partition() == here))
          .extracting(ConsumerRecord::offset)
          .containsExactlyElementsOf(
              IntStream.range(0, RECORDS / 2).mapToObj(Long::valueOf).toList());
    }
  }

  @Test
  void manySmallOnesComeInOnePoll() {
    // Given
    send(1_000, 200);

    // Then
    try (var consumer = consumer()) {
      var most = 0;
      for (var count = 0; count < 1_000; ) {
        var polled = consumer.poll(Duration.ofSeconds(1)).count();
        count += polled;
        most = Math.max(most, polled);
      }
      assertThat(most).isGreaterThanOrEqualTo(500);
    }
  }

  private void send(int count, int bytes) {
    try (var producer =
        new KafkaProducer<>(
            Map.of(
                ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
                kafka.bootstrapServers(),
                ProducerConfig.LINGER_MS_CONFIG,
                100,
                ProducerConfig.COMPRESSION_TYPE_CONFIG,
                "zstd"),
            new ByteArraySerializer(),
            new ByteArraySerializer())) {
      for (var i = 0; i < count; i++) {
        var unused = producer.send(new ProducerRecord<>(topic, i % 2, null, new byte[bytes]));
      }
      producer.flush();
    }
  }

  private Consumer<byte[], byte[]> consumer() {
    var consumer =
        new BoundedConsumer(
            Map.of(
                ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                kafka.bootstrapServers(),
                ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
                "earliest"));
    consumer.assign(List.of(new TopicPartition(topic, 0), new TopicPartition(topic, 1)));
    return consumer;
  }

  private static double fetchedRecords(Consumer<byte[], byte[]> consumer) {
    return consumer.metrics().values().stream()
        .filter(metric -> metric.metricName().name().equals("records-consumed-total"))
        .filter(metric -> metric.metricName().tags().size() == 1)
        .mapToDouble(metric -> (double) metric.metricValue())
        .sum();
  }
}

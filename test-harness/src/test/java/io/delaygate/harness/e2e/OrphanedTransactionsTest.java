package io.delaygate.harness.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.harness.broker.KafkaCluster;
import io.delaygate.scheduler.store.JobStoreFactory;
import java.nio.file.Path;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Test of open transactions of a killed scheduler: the next one ends them, and no others. */
@EndToEnd
@Timeout(180)
class OrphanedTransactionsTest {
  private static final int PARTITIONS = 2;

  /** The greatest time-out of brokers, so that only the next scheduler ends the transaction. */
  private static final int TIMEOUT_MS = 900_000;

  private final Installation delaygate;
  private final String application;
  private final String target;

  OrphanedTransactionsTest(@TempDir Path state, KafkaCluster cluster) {
    delaygate = new Installation(cluster, state, PARTITIONS);
    delaygate.createChangelogs(delaygate.settings("heir", Map.of()));
    application = delaygate.names().applicationId();
    target = delaygate.target("orders", 1);
  }

  @AfterEach
  void close() {
    delaygate.close();
  }

  @Test
  void theNextSchedulerEndsThoseOfItsPartitionsAndGoesOn() throws Exception {
    try (var killed = open();
        var other = open()) {
      // Given
      begun(killed, JobStoreFactory.changelog(application));
      try (var consumer = consumer()) {
        killed.sendOffsetsToTransaction(beginnings(), consumer.groupMetadata());
      }
      begun(other, target);
      delaygate.client().send("job", "v", "delay", "1s", "delay-target-topic", target);

      // When
      delaygate.startScheduler("heir");

      // Then
      other.commitTransaction();
      try (var reader = delaygate.read(target)) {
        assertThat(reader.await(2)).hasSize(2);
      }
    }
  }

  /** A producer with a transactional id like that of a scheduler. */
  private KafkaProducer<byte[], byte[]> open() {
    Map<String, Object> settings =
        Map.of(
            ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
            delaygate.bootstrapServers(),
            ProducerConfig.TRANSACTIONAL_ID_CONFIG,
            application + "-" + UUID.randomUUID() + "-1",
            ProducerConfig.TRANSACTION_TIMEOUT_CONFIG,
            TIMEOUT_MS);
    var serializer = new ByteArraySerializer();
    return new KafkaProducer<>(settings, serializer, serializer);
  }

  private static void begun(KafkaProducer<byte[], byte[]> producer, String topic) throws Exception {
    producer.initTransactions();
    producer.beginTransaction();
    producer.send(new ProducerRecord<>(topic, 0, Client.bytes("k"), Client.bytes("v"))).get();
  }

  private Map<TopicPartition, OffsetAndMetadata> beginnings() {
    return IntStream.range(0, PARTITIONS)
        .mapToObj(i -> new TopicPartition(delaygate.names().requests(), i))
        .collect(Collectors.toMap(partition -> partition, partition -> new OffsetAndMetadata(0)));
  }

  private Consumer<byte[], byte[]> consumer() {
    Map<String, Object> settings =
        Map.of(
            ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
            delaygate.bootstrapServers(),
            ConsumerConfig.GROUP_ID_CONFIG,
            application);
    var deserializer = new ByteArrayDeserializer();
    return new KafkaConsumer<>(settings, deserializer, deserializer);
  }
}

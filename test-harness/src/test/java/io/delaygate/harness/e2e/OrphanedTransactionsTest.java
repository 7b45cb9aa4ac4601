package io.delaygate.harness.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.harness.broker.KafkaCluster;
import io.delaygate.harness.broker.KafkaTest;
import io.delaygate.scheduler.takeover.Orphans;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.MemberDescription;
import org.apache.kafka.clients.admin.TransactionListing;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Transactions that a scheduler leaves open behind it. */
@KafkaTest
@Timeout(180)
class OrphanedTransactionsTest {
  private static final int PARTITIONS = 2;

  /** As long as brokers allow: nobody but the next scheduler ends it while the test runs. */
  private static final int TIMEOUT_MS = 900_000;

  private final Installation delaygate;
  private final String application;

  OrphanedTransactionsTest(@TempDir Path state, KafkaCluster cluster) {
    delaygate = new Installation(cluster, state, PARTITIONS);
    application = delaygate.names().applicationId();
  }

  @AfterEach
  void close() {
    delaygate.close();
  }

  @Test
  void theNextSchedulerEndsThemAndGoesOn() throws Exception {
    try (var killed = producer(application + "-" + UUID.randomUUID() + "-1")) {
      // Given
      commitAndLeaveOpen(killed);
      var target = delaygate.target("orders", 1);
      delaygate.client().send("job", "v", "delay", "1s", "delay-target-topic", target);

      // When
      delaygate.startScheduler("heir");

      // Then
      try (var reader = delaygate.read(target)) {
        assertThat(reader.await(1)).hasSize(1);
      }
    }
  }

  /** Kafka Streams makes the names, and may make others one day. */
  @Test
  void whoseTheyAreShowsInTheNamesThatKafkaStreamsGives() throws Exception {
    // Given
    delaygate.startScheduler("first", Map.of("stream.threads", "2"));
    var orphans = new Orphans(application);

    // When
    var ids = transactionalIds();

    // Then
    assertThat(ids).as("two producers for each thread").hasSize(4);
    assertThat(orphans.of(ids, clientIds())).isEmpty();
    assertThat(orphans.of(ids, List.of())).containsExactlyInAnyOrderElementsOf(ids);
  }

  private KafkaProducer<byte[], byte[]> producer(String transactionalId) {
    Map<String, Object> settings =
        Map.of(
            ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
            delaygate.bootstrapServers(),
            ProducerConfig.TRANSACTIONAL_ID_CONFIG,
            transactionalId,
            ProducerConfig.TRANSACTION_TIMEOUT_CONFIG,
            TIMEOUT_MS);
    var serializer = new ByteArraySerializer();
    return new KafkaProducer<>(settings, serializer, serializer);
  }

  /** Positions that cannot be read until the transaction ends. */
  private void commitAndLeaveOpen(KafkaProducer<byte[], byte[]> killed) {
    var positions =
        IntStream.range(0, PARTITIONS)
            .mapToObj(i -> new TopicPartition(delaygate.names().requests(), i))
            .collect(Collectors.toMap(p -> p, p -> new OffsetAndMetadata(0)));
    killed.initTransactions();
    killed.beginTransaction();
    try (var consumer = consumer()) {
      killed.sendOffsetsToTransaction(positions, consumer.groupMetadata());
    }
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

  private List<String> transactionalIds() throws ExecutionException, InterruptedException {
    return delaygate.topics().admin().listTransactions().all().get().stream()
        .map(TransactionListing::transactionalId)
        .filter(id -> id.startsWith(application))
        .toList();
  }

  private List<String> clientIds() throws ExecutionException, InterruptedException {
    var described = delaygate.topics().admin().describeConsumerGroups(List.of(application));
    return described.all().get().values().stream()
        .flatMap(group -> group.members().stream())
        .map(MemberDescription::clientId)
        .toList();
  }
}

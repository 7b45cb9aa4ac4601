package io.delaygate.harness.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delaygate.harness.broker.KafkaCluster;
import io.delaygate.harness.broker.KafkaTest;
import io.delaygate.harness.broker.Reader;
import io.delaygate.harness.broker.Topics;
import io.delaygate.scheduler.clients.BoundedPollClients;
import io.delaygate.scheduler.targets.CircuitBreaker;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsOptions;
import org.apache.kafka.clients.admin.RemoveMembersFromConsumerGroupOptions;
import org.apache.kafka.clients.admin.TransactionListing;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.streams.errors.TaskCorruptedException;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests of transactions without consumed offsets, as of tasks that only deliver. */
@KafkaTest
class OwnedTransactionsTest {
  private static final Duration LIMIT = Duration.ofSeconds(60);

  private final String group = "owner-" + UUID.randomUUID();
  private final String source = group + "-source";
  private final String target = group + "-target";
  private final TopicPartition partition = new TopicPartition(source, 0);
  private final CircuitBreaker breaker = new CircuitBreaker();
  private KafkaCluster cluster;
  private Topics topics;
  private BoundedPollClients clients;
  private Consumer<byte[], byte[]> consumer;
  private Producer<byte[], byte[]> producer;

  @BeforeEach
  void own(KafkaCluster kafka) throws Exception {
    cluster = kafka;
    topics = new Topics(kafka);
    topics.create(source, 1);
    topics.create(target, 1);
    clients = SchedulerClients.of(topics.admin(), breaker, topic -> topic.equals(source));
    consumer = member();
    producer =
        clients.getProducer(
            Map.of(
                ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
                kafka.bootstrapServers(),
                ProducerConfig.TRANSACTIONAL_ID_CONFIG,
                group));
    producer.initTransactions();
  }

  @AfterEach
  void close() {
    producer.close();
    consumer.close();
    topics.close();
  }

  @Test
  void thoseOfTheOwnerCommitAndMoveNoPosition() throws Exception {
    // Given
    commit(7);
    deliver();
    commit(8);

    // When
    deliver();
    deliver();

    // Then
    assertThat(delivered()).hasSize(3);
    assertThat(position()).isEqualTo(8);
  }

  @Test
  void thoseOfTheOwnerCommitWhereNothingWasCommitted() throws Exception {
    // When
    deliver();

    // Then
    assertThat(delivered()).hasSize(1);
    assertThat(position()).isZero();
  }

  @Test
  void itsTransactionalIdsAreKnownUntilTheyAreGivenUp() throws Exception {
    // Given
    deliver();
    var used = ids();

    // When
    producer.beginTransaction();
    var unused = producer.send(new ProducerRecord<>(target, Client.bytes("aborted")));
    producer.abortTransaction();
    deliver();

    // Then
    assertThat(used).anyMatch(id -> !clients.isOwn(id));
    assertThat(ids()).anyMatch(clients::isOwn);
    assertThat(delivered()).hasSize(2);
  }

  @Test
  void aRefusedRecordRollsTheTransactionBackAndTheNextOneGoesOn() throws Exception {
    // Given
    var compacted = group + "-compacted";
    topics.create(compacted, 1, Map.of("cleanup.policy", "compact"));
    deliver();

    // When
    producer.beginTransaction();
    var lost = producer.send(new ProducerRecord<>(target, Client.bytes("rolled back")));
    var refused = producer.send(new ProducerRecord<>(compacted, 0, null, Client.bytes("no key")));
    assertThatThrownBy(producer::flush)
        .isInstanceOfSatisfying(
            TaskCorruptedException.class, of -> assertThat(of.corruptedTasks()).isEmpty());
    assertThatThrownBy(producer::flush).isInstanceOf(TimeoutException.class);
    producer.abortTransaction();
    deliver();

    // Then
    assertThat(List.of(lost, refused)).hasSize(2);
    assertThat(delivered()).hasSize(2);
    assertThat(breaker.of(compacted, 0)).isPresent();
    assertThat(breaker.of(target, 0)).isEmpty();
  }

  private List<String> ids() throws Exception {
    return topics.admin().listTransactions().all().get().stream()
        .map(TransactionListing::transactionalId)
        .filter(id -> id.startsWith(group))
        .toList();
  }

  @Test
  void anAbortedPositionIsNotTaken() throws Exception {
    // Given
    commit(7);
    producer.beginTransaction();
    producer.sendOffsetsToTransaction(
        Map.of(partition, new OffsetAndMetadata(9)), consumer.groupMetadata());
    producer.abortTransaction();

    // When
    deliver();

    // Then
    assertThat(position()).isEqualTo(7);
  }

  /** After a roll-back, Kafka Streams offers the positions from before it to the next commit. */
  @Test
  void aPositionFromBeforeTheConsumerWasSetBackIsNotTaken() throws Exception {
    // Given
    send(source, 3);
    commit(1);
    consumer.seek(partition, new OffsetAndMetadata(1));

    // When
    commit(3);
    var before = position();
    Awaitility.await()
        .pollInSameThread()
        .atMost(LIMIT)
        .until(() -> !consumer.poll(Duration.ofMillis(100)).isEmpty());
    commit(2);

    // Then
    assertThat(before).isEqualTo(1);
    assertThat(position()).isEqualTo(2);
  }

  @Test
  void whatTheNextOwnerCommittedIsNotTakenBack() throws Exception {
    // Given
    commit(7);
    remove();
    try (var heir = member()) {
      heir.commitSync(Map.of(partition, new OffsetAndMetadata(20)));
    }
    consumer.close();
    consumer = member();

    // When
    deliver();

    // Then
    assertThat(position()).isEqualTo(20);
  }

  @Test
  void thoseOfAMemberThatWasRemovedFail() throws Exception {
    // Given
    deliver();
    remove();

    // When
    assertThatThrownBy(this::deliver).isInstanceOf(CommitFailedException.class);
    producer.abortTransaction();

    // Then
    assertThat(delivered()).hasSize(1);
  }

  /** The member has not polled or sent anything in the generation yet. */
  @Test
  void theFirstOfAMemberThatWasRemovedFails() throws Exception {
    // Given
    remove();

    // When
    assertThatThrownBy(this::deliver).isInstanceOf(CommitFailedException.class);
    producer.abortTransaction();

    // Then
    assertThat(delivered()).isEmpty();
  }

  private void deliver() {
    send(target, 1);
  }

  private void send(String topic, int records) {
    producer.beginTransaction();
    for (var i = 0; i < records; i++) {
      var unused = producer.send(new ProducerRecord<>(topic, Client.bytes("job")));
    }
    producer.sendOffsetsToTransaction(Map.of(), consumer.groupMetadata());
    producer.commitTransaction();
  }

  private void commit(long offset) {
    producer.beginTransaction();
    producer.sendOffsetsToTransaction(
        Map.of(partition, new OffsetAndMetadata(offset)), consumer.groupMetadata());
    producer.commitTransaction();
  }

  private void remove() throws Exception {
    topics
        .admin()
        .removeMembersFromConsumerGroup(group, new RemoveMembersFromConsumerGroupOptions())
        .all()
        .get();
  }

  private Consumer<byte[], byte[]> member() {
    var member =
        clients.getConsumer(
            Map.of(
                ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                cluster.bootstrapServers(),
                ConsumerConfig.GROUP_ID_CONFIG,
                group,
                ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
                "earliest",
                ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG,
                false));
    member.subscribe(List.of(source));
    Awaitility.await()
        .pollInSameThread()
        .atMost(LIMIT)
        .until(
            () -> {
              member.poll(Duration.ofMillis(100));
              return member.assignment().contains(partition);
            });
    return member;
  }

  private List<?> delivered() {
    try (var reader = new Reader(cluster.bootstrapServers(), target)) {
      return reader.toTheEnd();
    }
  }

  /** Retried, because the client leaves out positions that a transaction may still change. */
  private long position() {
    return Awaitility.await()
        .atMost(LIMIT)
        .until(() -> Optional.ofNullable(offsets().get(partition)), Optional::isPresent)
        .orElseThrow()
        .offset();
  }

  private Map<TopicPartition, OffsetAndMetadata> offsets() throws Exception {
    return topics
        .admin()
        .listConsumerGroupOffsets(group, new ListConsumerGroupOffsetsOptions().requireStable(true))
        .partitionsToOffsetAndMetadata()
        .get();
  }
}

package io.delaygate.scheduler.clients;

import static io.delaygate.scheduler.targets.BreakerDecision.FREE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delaygate.scheduler.targets.BreakerDecision;
import io.delaygate.schemas.contract.ReasonCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.streams.errors.TaskCorruptedException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Timeout(value = 30, unit = TimeUnit.SECONDS)
class TransactionalProducerTest {
  private static final TopicPartition ORDERS = new TopicPartition("orders", 0);
  private static final TopicPartition INVOICES = new TopicPartition("invoices", 0);
  private static final String CHANGELOG = "delaygate-jobs-changelog";
  private static final ConsumerGroupMetadata GROUP =
      new MockConsumer<byte[], byte[]>("earliest").groupMetadata();
  private static final Map<TopicPartition, OffsetAndMetadata> OFFSETS =
      Map.of(new TopicPartition("delay-requests", 0), new OffsetAndMetadata(7));
  private final RuntimeException unheardOf = new IllegalStateException("unheard of");

  private final StreamThread thread = new StreamThread();
  private final Producer<byte[], byte[]> producer = thread.producer();
  private final List<String> told = new ArrayList<>();

  @BeforeEach
  void begin() {
    producer.beginTransaction();
  }

  @AfterEach
  void close() {
    thread.close();
  }

  @Test
  void whatIsAnsweredIsToldAndCommitted() {
    // Given
    send("orders");
    send(CHANGELOG);
    open().completeNext();
    open().completeNext();

    // When
    producer.flush();
    commit(OFFSETS);

    // Then
    assertThat(told).containsExactly("orders is there", CHANGELOG + " is there");
    assertThat(committed()).isEqualTo(1);
    assertThat(thread.fenced()).isEmpty();
    assertThat(thread.breaker().isQuiet()).isTrue();
  }

  @Test
  void aRefusedSendNeverReachesTheCallbackAndMakesStreamsRollBack() {
    // Given
    send("orders");

    // When
    open().errorNext(unheardOf);

    // Then
    assertThatThrownBy(producer::flush)
        .isInstanceOfSatisfying(
            TaskCorruptedException.class, why -> assertThat(why.corruptedTasks()).isEmpty());
    assertThatThrownBy(producer::flush).isInstanceOf(TimeoutException.class);
    assertThatThrownBy(() -> producer.sendOffsetsToTransaction(OFFSETS, GROUP))
        .isInstanceOf(ProducerFencedException.class);
    assertThat(told).isEmpty();
  }

  @Test
  void theRecordsOfATransactionAreFlushedOnceForAllTasks() {
    // Given
    sendAnswered("orders");

    // When
    producer.flush();
    producer.flush();

    // Then
    assertThat(thread.flushes()).hasSize(1);
    sendAnswered(CHANGELOG);
    producer.flush();
    assertThat(thread.flushes()).hasSize(2);
  }

  @Test
  void nothingMoreIsSentInADoomedTransaction() {
    // Given
    send("orders");
    open().errorNext(unheardOf);

    // When
    send("invoices");

    // Then
    assertThat(open().uncommittedRecords())
        .extracting(ProducerRecord::topic)
        .containsExactly("orders");
    assertThat(thread.volume().isFull()).isTrue();
  }

  @Test
  void afterARollBackTheTargetIsStoppedAndAFreshIdIsUsed() {
    // Given
    var before = thread.pool().current().id();
    send("orders");
    open().errorNext(unheardOf);

    // When
    producer.abortTransaction();
    producer.beginTransaction();

    // Then
    assertThat(stopped(ORDERS)).isEqualTo(ReasonCode.TARGET_REFUSED + " unheard of");
    assertThat(thread.passage(INVOICES)).isEqualTo(FREE);
    assertThat(thread.pool().isOwn(before)).isFalse();
    assertThat(thread.pool().current().id()).isNotEqualTo(before);
    assertThat(thread.producers().of(before).closed()).isTrue();
    assertThat(thread.volume().isFull()).isFalse();
    assertThatThrownBy(thread::pollOnce).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void eachRollBackAsksStreamsAnew() {
    // Given
    for (var i = 0; i < 2; i++) {
      send("orders");
      open().errorNext(unheardOf);

      // Then
      assertThatThrownBy(producer::flush).isInstanceOf(TaskCorruptedException.class);
      producer.abortTransaction();
      producer.beginTransaction();
    }
  }

  @Test
  void whatIsNotAnsweredIsFencedAndNotAborted() {
    // Given
    var id = thread.pool().current().id();
    send("orders");
    send("invoices");
    open().errorNext(unheardOf);

    // When
    producer.abortTransaction();

    // Then
    assertThat(thread.fenced()).containsExactly(id);
    assertThat(thread.producers().of(id).transactionAborted()).isFalse();
  }

  @Test
  void whatCannotBeAbortedIsFenced() {
    // Given
    var id = thread.pool().current().id();
    send("orders");
    open().errorNext(unheardOf);
    open().abortTransactionException = unheardOf;

    // When
    producer.abortTransaction();

    // Then
    assertThat(thread.fenced()).containsExactly(id);
  }

  @Test
  void aRefusedRecordOfAnOwnTopicBlamesNoTarget() {
    // Given
    send(CHANGELOG);

    // When
    open().errorNext(unheardOf);
    producer.abortTransaction();

    // Then
    assertThat(thread.breaker().isQuiet()).isTrue();
  }

  @Test
  void aRecordThatIsTooLargeIsToldToTheDirectory() {
    // Given
    send("orders");

    // When
    open().errorNext(new RecordTooLargeException("1 MB"));

    // Then
    assertThat(thread.tooLarge()).containsExactly("orders");
  }

  @Test
  void anErrorThrownAtTheSendDoomsOnlyTheTransaction() {
    // Given
    open().sendException = unheardOf;

    // When
    send("orders");

    // Then
    assertThatThrownBy(producer::flush).isInstanceOf(TaskCorruptedException.class);
    producer.abortTransaction();
    assertThat(stopped(ORDERS)).isEqualTo(ReasonCode.TARGET_REFUSED + " unheard of");
  }

  @Test
  void anErrorThrownAtTheFlushIsTheOnlyTargetsFault() {
    // Given
    sendAnswered("orders", CHANGELOG);

    // When
    open().flushException = unheardOf;

    // Then
    assertThatThrownBy(producer::flush).isInstanceOf(TaskCorruptedException.class);
    assertThatThrownBy(producer::flush).isInstanceOf(TimeoutException.class);
    producer.abortTransaction();
    assertThat(stopped(ORDERS)).isEqualTo(ReasonCode.TARGET_REFUSED + " unheard of");
  }

  @Test
  void ofTwoTargetsTheOneThatTheErrorNamesIsToBlame() {
    // Given
    sendAnswered("orders", "invoices");

    // When
    open().flushException = new IllegalStateException("who is invoices?");

    // Then
    assertThatThrownBy(producer::flush).isInstanceOf(TaskCorruptedException.class);
    producer.abortTransaction();
    assertThat(thread.passage(ORDERS)).isEqualTo(FREE);
    assertThat(stopped(INVOICES)).isEqualTo(ReasonCode.TARGET_REFUSED + " who is invoices?");
  }

  @Test
  void ofTwoTargetsEachRidesAloneUntilOneIsFound() {
    // Given
    sendAnswered("orders", "invoices");
    open().commitTransactionException = unheardOf;
    assertThatThrownBy(() -> commit(OFFSETS)).isInstanceOf(ProducerFencedException.class);
    producer.abortTransaction();

    // When
    var first = thread.passage(ORDERS);
    var meanwhile = thread.passage(INVOICES);
    producer.beginTransaction();
    sendAnswered("orders");
    commit(OFFSETS);
    var second = thread.passage(INVOICES);
    producer.beginTransaction();
    sendAnswered("invoices", CHANGELOG);
    open().commitTransactionException = unheardOf;
    assertThatThrownBy(() -> commit(OFFSETS)).isInstanceOf(ProducerFencedException.class);
    producer.abortTransaction();

    // Then
    assertThat(first).isEqualTo(FREE);
    assertThat(meanwhile).isInstanceOf(BreakerDecision.Stopped.class);
    assertThat(second).isEqualTo(FREE);
    assertThat(thread.passage(ORDERS)).isEqualTo(FREE);
    assertThat(stopped(INVOICES)).isEqualTo(ReasonCode.TARGET_REFUSED + " unheard of");
  }

  @ParameterizedTest
  @MethodSource("someOffsetsOrNone")
  void aCommitThatFailsEndsAllTasksInTheLivingThread(
      Map<TopicPartition, OffsetAndMetadata> offsets) {
    // Given
    sendAnswered("orders");
    commit(OFFSETS);
    producer.beginTransaction();
    sendAnswered("orders");

    // When
    open().commitTransactionException = unheardOf;

    // Then
    assertThatThrownBy(() -> commit(offsets))
        .isInstanceOf(ProducerFencedException.class)
        .hasMessageContaining("unheard of");
    producer.abortTransaction();
    assertThat(stopped(ORDERS)).isEqualTo(ReasonCode.TARGET_REFUSED + " unheard of");
  }

  private static Stream<Map<TopicPartition, OffsetAndMetadata>> someOffsetsOrNone() {
    return Stream.of(OFFSETS, Map.of());
  }

  @Test
  void offsetsThatCannotBeSentRollBackToo() {
    // Given
    sendAnswered("orders");
    open().sendOffsetsToTransactionException = unheardOf;

    // Then
    assertThatThrownBy(() -> producer.sendOffsetsToTransaction(OFFSETS, GROUP))
        .isInstanceOf(ProducerFencedException.class);
  }

  @Test
  void anOwnershipErrorOfASendIsStreamsBusiness() {
    // Given
    send("orders");

    // When
    open().errorNext(new InvalidProducerEpochException("a successor is there"));
    producer.flush();

    // Then
    assertThat(told).containsExactly("orders InvalidProducerEpochException");
    assertThat(thread.breaker().isQuiet()).isTrue();
  }

  @Test
  void ownershipErrorsPassAsTheyAre() {
    // Given
    var fenced = new ProducerFencedException("a successor is there");
    sendAnswered("orders");

    // Then
    open().sendException = fenced;
    assertThatThrownBy(() -> send("orders")).isSameAs(fenced);
    open().flushException = fenced;
    assertThatThrownBy(producer::flush).isSameAs(fenced);
    open().flushException = null;
    var thrownOut = new CommitFailedException("thrown out");
    open().sendOffsetsToTransactionException = thrownOut;
    assertThatThrownBy(() -> producer.sendOffsetsToTransaction(OFFSETS, GROUP)).isSameAs(thrownOut);
    open().commitTransactionException = fenced;
    assertThatThrownBy(producer::commitTransaction).isSameAs(fenced);
    assertThatThrownBy(thread::pollOnce).isInstanceOf(IllegalStateException.class);
  }

  private void commit(Map<TopicPartition, OffsetAndMetadata> offsets) {
    producer.sendOffsetsToTransaction(offsets, GROUP);
    producer.commitTransaction();
  }

  private MockProducer<byte[], byte[]> open() {
    return thread.producers().open();
  }

  private long committed() {
    return thread.producers().made().stream().mapToLong(one -> one.producer().commitCount()).sum();
  }

  private void sendAnswered(String... topics) {
    for (var topic : topics) {
      send(topic);
      open().completeNext();
    }
  }

  private void send(String topic) {
    var record = new ProducerRecord<>(topic, 0, new byte[0], new byte[] {1});
    var unused =
        producer.send(
            record,
            (metadata, failure) ->
                told.add(
                    topic
                        + " "
                        + (failure == null ? "is there" : failure.getClass().getSimpleName())));
  }

  /** Text of the obstacle that stops the partition. */
  private String stopped(TopicPartition partition) {
    return thread.passage(partition) instanceof BreakerDecision.Stopped stopped
        ? stopped.obstacle().reason() + " " + stopped.obstacle().text()
        : "not stopped";
  }
}

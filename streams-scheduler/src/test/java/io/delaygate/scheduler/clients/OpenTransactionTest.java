package io.delaygate.scheduler.clients;

import static io.delaygate.scheduler.clients.OpenTransaction.SILENT_NANOS;
import static io.delaygate.scheduler.clients.OpenTransaction.THROTTLED_NANOS;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.scheduler.clients.OpenTransaction.Silence;
import io.delaygate.schemas.contract.JobId;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.InvalidRecordException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 30, unit = TimeUnit.SECONDS)
class OpenTransactionTest {
  private static final TopicPartition ORDERS = new TopicPartition("orders", 0);
  private static final JobId A = new JobId("a");
  private static final JobId B = new JobId("b");
  private final InvalidRecordException bad = new InvalidRecordException("no key");

  private final AtomicLong nanos = new AtomicLong(1);
  private final Semaphore looks = new Semaphore(0);
  private final AtomicInteger blocked = new AtomicInteger();
  private volatile boolean isThrottled;
  private final OpenTransaction transaction = new OpenTransaction(this::tick, () -> isThrottled);
  private final Thread waiter =
      new Thread(() -> transaction.awaitAnswers(blocked::incrementAndGet), "waiter");

  @AfterEach
  void end() throws InterruptedException {
    transaction.failed(new KafkaException("the test is over"));
    waiter.join();
  }

  @Test
  void eachRecordHasToBeAnswered() {
    // Given
    var own = transaction.sending(record("changelog"), true);
    var orders = transaction.sending(record("orders"), false);

    // When
    transaction.answered(own);
    var half = transaction.isAnswered();
    transaction.answered(orders);

    // Then
    assertThat(half).isFalse();
    assertThat(transaction.isAnswered()).isTrue();
    assertThat(transaction.isDoomed()).isFalse();
    assertThat(transaction.others()).containsExactly(ORDERS);
  }

  @Test
  void theFirstFailureDoomsAndIsRemembered() {
    // Given
    var orders = transaction.sending(record("orders"), false);
    var own = transaction.sending(record("changelog"), true);

    // When
    transaction.failed(orders, record("orders"), A, bad);
    transaction.failed(own, record("changelog"), null, new TimeoutException("late"));

    // Then
    var doom = requireNonNull(transaction.doom());
    assertThat(doom.partition()).isEqualTo(ORDERS);
    assertThat(doom.isOther()).isTrue();
    assertThat(doom.why()).isSameAs(bad);
    assertThat(transaction.isAnswered()).isTrue();
  }

  @Test
  void aFailureOfAnOwnTopicIsNoTargets() {
    // When
    var own = transaction.sending(record("changelog"), true);
    transaction.failed(own, record("changelog"), null, bad);

    // Then
    assertThat(requireNonNull(transaction.doom()).isOther()).isFalse();
  }

  @Test
  void onlyRecordsOfThePartitionThatFailedFirstAreRefused() {
    // Given
    var orders = transaction.sending(record("orders"), false);
    transaction.sending(record("orders"), false);
    var others = transaction.sending(record("others"), false);

    // When
    transaction.failed(orders, record("orders"), A, bad);
    transaction.failed(orders, record("orders"), B, new KafkaException("only in its batch"));
    transaction.failed(others, record("others"), new JobId("c"), bad);

    // Then
    assertThat(transaction.refusedRecords(ORDERS)).containsExactly(A);
    assertThat(transaction.refusedRecords(new TopicPartition("others", 0))).isEmpty();
    assertThat(transaction.recordError(ORDERS)).isSameAs(bad);
    assertThat(transaction.recordError(new TopicPartition("others", 0))).isNull();
  }

  @Test
  void waitsUntilTheLastAnswer() throws InterruptedException {
    // Given
    var own = transaction.sending(record("changelog"), true);
    var orders = transaction.sending(record("orders"), false);
    waiter.start();
    transaction.answered(own);
    awaitLooks(2);

    // When
    transaction.answered(orders);

    // Then
    waiter.join();
    assertThat(transaction.isDoomed()).isFalse();
  }

  @Test
  void aFailureEndsTheWaitForAllOthers() throws InterruptedException {
    // Given
    var orders = transaction.sending(record("orders"), false);
    transaction.sending(record("others"), false);
    waiter.start();

    // When
    transaction.failed(orders, record("orders"), A, bad);

    // Then
    waiter.join();
    assertThat(transaction.isAnswered()).isFalse();
  }

  @Test
  void anInterruptEndsTheWaitAndBlamesNobody() throws InterruptedException {
    // Given
    transaction.sending(record("orders"), false);
    waiter.start();

    // When
    waiter.interrupt();

    // Then
    waiter.join();
    assertThat(requireNonNull(transaction.doom()).why()).isInstanceOf(InterruptException.class);
    assertThat(requireNonNull(transaction.doom()).partition()).isNull();
  }

  @Test
  void aTargetThatIsSilentForASecondWhileOwnRecordsAreAnsweredDooms() throws InterruptedException {
    // Given
    var own = transaction.sending(record("changelog"), true);
    transaction.sending(record("orders"), false);
    transaction.answered(own);
    nanos.addAndGet(SILENT_NANOS - 1);
    waiter.start();
    awaitLooks(3);
    var before = transaction.isDoomed();

    // When
    nanos.incrementAndGet();

    // Then
    waiter.join();
    assertThat(before).isFalse();
    assertThat(requireNonNull(transaction.doom()).why()).isInstanceOf(Silence.class);
    assertThat(transaction.silent()).containsExactly(ORDERS);
  }

  @Test
  void eachAnswerOfATargetIsASignOfLife() throws InterruptedException {
    // Given
    var first = transaction.sending(record("orders"), false);
    transaction.sending(record("orders"), false);
    nanos.addAndGet(SILENT_NANOS - 1);
    transaction.answered(first);
    nanos.addAndGet(SILENT_NANOS - 1);
    waiter.start();

    // When
    awaitLooks(3);

    // Then
    assertThat(transaction.isDoomed()).isFalse();
  }

  @Test
  void whereBrokersThrottleATargetMayBeSilentForLonger() throws InterruptedException {
    // Given
    isThrottled = true;
    var own = transaction.sending(record("changelog"), true);
    transaction.sending(record("orders"), false);
    transaction.answered(own);
    nanos.addAndGet(THROTTLED_NANOS - 1);
    waiter.start();
    awaitLooks(3);
    var before = transaction.isDoomed();

    // When
    nanos.incrementAndGet();

    // Then
    waiter.join();
    assertThat(THROTTLED_NANOS).isEqualTo(3_500_000_000L);
    assertThat(before).isFalse();
    assertThat(requireNonNull(transaction.doom()).why()).isInstanceOf(Silence.class);
  }

  @Test
  void whileOwnRecordsAreUnansweredNobodyIsCalledSilent() throws InterruptedException {
    // Given
    transaction.sending(record("changelog"), true);
    transaction.sending(record("orders"), false);
    nanos.addAndGet(100 * SILENT_NANOS);
    waiter.start();

    // When
    awaitLooks(3);

    // Then
    assertThat(transaction.isDoomed()).isFalse();
    assertThat(transaction.silent()).isEmpty();
  }

  @Test
  void whereNothingIsAnsweredForHalfASecondTheIdMayBeBlocked() throws InterruptedException {
    // Given
    var own = transaction.sending(record("changelog"), true);
    transaction.sending(record("changelog"), true);
    nanos.addAndGet(SILENT_NANOS / 2 - 1);
    waiter.start();
    awaitLooks(3);
    var early = blocked.get();

    // When
    nanos.incrementAndGet();
    awaitLooks(3);
    var asked = blocked.get();
    transaction.answered(own);
    awaitLooks(3);
    var after = blocked.get();
    awaitLooks(3);

    // Then
    assertThat(early).isZero();
    assertThat(asked).isPositive();
    assertThat(blocked).as("once something is answered").hasValue(after);
  }

  /**
   * Waits for this many more complete loops of the waiting thread, which reads the time in each.
   */
  private void awaitLooks(int times) throws InterruptedException {
    looks.drainPermits();
    looks.acquire(times + 1);
  }

  private long tick() {
    if (Thread.currentThread() == waiter) {
      looks.release();
    }
    return nanos.get();
  }

  private static ProducerRecord<byte[], byte[]> record(String topic) {
    return new ProducerRecord<>(topic, 0, null, new byte[] {1});
  }
}

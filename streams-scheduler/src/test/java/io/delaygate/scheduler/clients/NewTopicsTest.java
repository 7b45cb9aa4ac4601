package io.delaygate.scheduler.clients;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class NewTopicsTest {
  private static final int MOST = NewTopics.MOST;
  private static final int MOST_UNKNOWN = NewTopics.MOST_UNKNOWN;

  private final StreamThread thread = new StreamThread();
  private final NewTopics topics = thread.newTopics();
  private final Producer<byte[], byte[]> producer = thread.producer();

  @AfterEach
  void close() {
    thread.close();
  }

  @Test
  void aTransactionMayBeginWithAFewTopicsThatItsProducerDoesNotKnow() {
    // Given
    producer.beginTransaction();
    write(MOST_UNKNOWN - 1);
    var last = topics.mayBegin("asked about");

    // When
    write("new");

    // Then
    assertThat(last).isTrue();
    assertThat(topics.mayBegin("another")).isFalse();
    assertThat(topics.mayBegin("new")).as("it has begun").isTrue();
  }

  @Test
  void aTransactionMayBeginWithMoreThatAreKnown() {
    // Given
    IntStream.range(0, MOST).forEach(i -> learn("known-" + i));
    learn("one more");
    producer.beginTransaction();

    // When
    var may = IntStream.range(0, MOST).filter(i -> begin("known-" + i)).count();

    // Then
    assertThat(may).isEqualTo(MOST);
    assertThat(topics.mayBegin("one more")).isFalse();
  }

  @Test
  void theNextTransactionMayBeginWithAsManyWhetherCommittedOrNot() {
    for (var isCommitted : new boolean[] {true, false}) {
      producer.beginTransaction();
      write(MOST_UNKNOWN);
      var before = topics.mayBegin("before-" + isCommitted);

      if (isCommitted) {
        producer.commitTransaction();
      } else {
        producer.abortTransaction();
      }

      assertThat(before).isFalse();
      assertThat(topics.mayBegin("after-" + isCommitted)).isTrue();
    }
  }

  @Test
  void aTopicThatWasWrittenToLatelyIsNotNewAgain() {
    // Given
    producer.beginTransaction();
    write("used");
    producer.commitTransaction();
    learn("used");
    IntStream.range(0, MOST).forEach(i -> learn("known-" + i));
    producer.beginTransaction();
    IntStream.range(0, MOST).forEach(i -> write("known-" + i));

    // When
    var soon = topics.mayBegin("used");
    thread.nanos().addAndGet(TopicTimes.LATELY_NANOS);

    // Then
    assertThat(soon).isTrue();
    assertThat(topics.mayBegin("used")).isFalse();
  }

  @Test
  void anotherThreadHasABoundOfItsOwnAndWithoutProducersNone() throws InterruptedException {
    // Given
    producer.beginTransaction();
    write(MOST_UNKNOWN);
    var other = new AtomicReference<Boolean>();

    // When
    var thread = new Thread(() -> other.set(topics.mayBegin("new")));
    thread.start();
    thread.join();

    // Then
    assertThat(other.get()).isTrue();
    assertThat(topics.mayBegin("new")).isFalse();
  }

  private boolean begin(String topic) {
    var may = topics.mayBegin(topic);
    write(topic);
    return may;
  }

  private void learn(String topic) {
    var now = thread.nanos().get();
    thread.pool().learn(topic, now, Runnable::run);
  }

  private void write(int count) {
    IntStream.range(0, count).forEach(i -> write("unknown-" + i + "-" + thread.nanos().get()));
    thread.nanos().incrementAndGet();
  }

  private void write(String topic) {
    var unused = producer.send(new ProducerRecord<>(topic, 0, new byte[1], new byte[1]));
  }
}

package io.delaygate.scheduler.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.streams.errors.ProcessorStateException;
import org.apache.kafka.streams.errors.TaskCorruptedException;
import org.apache.kafka.streams.processor.TaskId;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests of failed tasks: their work is not committed, and no target is blamed. */
class FailedTasksTest {
  private static final TaskId TASK = new TaskId(0, 1);

  private final RuntimeException unreadable = new ProcessorStateException("cannot read");
  private final StreamThread thread = new StreamThread();
  private final Producer<byte[], byte[]> producer = thread.producer();

  @AfterEach
  void close() {
    thread.close();
  }

  @Test
  void anOpenTransactionIsRolledBackAndNobodyIsBlamed() {
    // Given
    producer.beginTransaction();
    var sent = producer.send(new ProducerRecord<>("orders", 0, null, new byte[0]));
    open().completeNext();
    assertThat(sent).isDone();
    thread.unsound().failed(TASK, unreadable);

    // When
    assertRollsBack();
    producer.abortTransaction();
    thread.unsound().closed(TASK);

    // Then
    assertThat(thread.breaker().isQuiet()).isTrue();
    producer.beginTransaction();
    assertThatCode(producer::flush).doesNotThrowAnyException();
  }

  @Test
  void tasksThatSentNothingAreRevivedEachTime() {
    for (var i = 0; i < 2; i++) {
      // When
      thread.unsound().failed(TASK, unreadable);

      // Then
      assertRollsBack();
      thread.unsound().closed(TASK);
      assertThatCode(producer::flush).doesNotThrowAnyException();
    }
  }

  @Test
  void oneOfTwoThatIsClosedDoesNotMakeTheOtherSound() {
    // Given
    thread.unsound().failed(TASK, unreadable);
    thread.unsound().failed(new TaskId(0, 2), unreadable);

    // When
    thread.unsound().closed(TASK);

    // Then
    assertRollsBack();
  }

  @Test
  void whereNoRollBackIsAllowedTheThreadEnds() {
    assertThatThrownBy(() -> new FailedTasks(() -> false).failed(TASK, unreadable))
        .isSameAs(unreadable);
  }

  private void assertRollsBack() {
    assertThatThrownBy(producer::flush)
        .isInstanceOfSatisfying(
            TaskCorruptedException.class, why -> assertThat(why.corruptedTasks()).isEmpty());
    assertThatThrownBy(producer::flush).isInstanceOf(TimeoutException.class);
  }

  private MockProducer<byte[], byte[]> open() {
    return (MockProducer<byte[], byte[]>) thread.pool().current().producer();
  }

  @Test
  void aRollBackIsAskedForOnceHoweverManyTasksFail() {
    // Given
    var asked = new AtomicInteger();
    var tasks = new FailedTasks(() -> asked.incrementAndGet() == 1);
    var why = new IllegalStateException("disk full");

    // When
    tasks.failed(new TaskId(0, 1), why);
    tasks.failed(new TaskId(0, 2), why);

    // Then
    assertThat(asked).hasValue(1);
    assertThat(tasks.contains(new TaskId(0, 2))).isTrue();
  }
}

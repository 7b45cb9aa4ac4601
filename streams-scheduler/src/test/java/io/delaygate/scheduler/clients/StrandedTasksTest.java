package io.delaygate.scheduler.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.streams.errors.TaskCorruptedException;
import org.apache.kafka.streams.processor.TaskId;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tasks that Kafka Streams takes for committed, though their transaction was rolled back. */
class StrandedTasksTest {
  private static final ConsumerGroupMetadata GROUP =
      new MockConsumer<byte[], byte[]>("earliest").groupMetadata();
  private static final TaskId WITH_OFFSETS = new TaskId(0, 0);
  private static final TaskId WITHOUT = new TaskId(0, 1);

  private final StreamThread thread = new StreamThread();
  private final Producer<byte[], byte[]> producer = thread.producer();

  /** The commit of the task with offsets fails; Streams ends it after it commits the others. */
  @BeforeEach
  void failACommit() {
    thread.poll().follow(WITH_OFFSETS);
    thread.poll().follow(WITHOUT);
    producer.beginTransaction();
    var unused = producer.send(new ProducerRecord<>("orders", 0, null, new byte[] {1}));
    var open = thread.producers().open();
    open.completeNext();
    open.commitTransactionException = new IllegalStateException("unheard of");
    producer.sendOffsetsToTransaction(
        Map.of(new TopicPartition("requests", 0), new OffsetAndMetadata(1)), GROUP);
    assertThatThrownBy(producer::commitTransaction).isInstanceOf(TimeoutException.class);
    assertThatThrownBy(() -> producer.sendOffsetsToTransaction(Map.of(), GROUP))
        .isInstanceOf(TimeoutException.class);
    thread.poll().leave(WITH_OFFSETS);
    producer.abortTransaction();
  }

  @AfterEach
  void close() {
    thread.close();
  }

  @Test
  void theNextPollNamesThoseThatAreLeft() {
    assertThatThrownBy(thread::pollOnce)
        .isInstanceOfSatisfying(
            TaskCorruptedException.class,
            why -> assertThat(why.corruptedTasks()).isEqualTo(Set.of(WITHOUT)));
    assertThatThrownBy(thread::pollOnce).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void theNextPollNamesNobodyWhereAllWereEnded() {
    thread.poll().leave(WITHOUT);

    assertThatThrownBy(thread::pollOnce).isInstanceOf(IllegalStateException.class);
  }
}

package io.delaygate.gateway.outcome;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;

@Timeout(60)
@Isolated("reads what the whole process logs")
class ReplyReaderTest {
  private static final String TOPIC = "delay-replies";
  private final PendingReplies waiters =
      new PendingReplies(new RequestReply.Callers(new Random(1), PendingRepliesTest::noShare), 2);

  @Test
  void outlivesWhateverFails() throws Exception {
    var polled = new CountDownLatch(1);
    Queue<Supplier<Consumer<byte[], byte[]>>> consumers =
        new ArrayDeque<>(
            List.of(
                () -> {
                  throw new KafkaException("cannot be built");
                },
                () -> {
                  throw new StackOverflowError();
                },
                () -> consumer(polled)));

    try (var reader = reader(() -> consumers.remove().get())) {
      reader.start();

      assertThat(polled.await(20, TimeUnit.SECONDS)).isTrue();
      assertThat(reader.partition()).hasValue(0);
    }
  }

  @Test
  void aTopicThatWentAwayIsNoticed() throws Exception {
    var polledAnew = new CountDownLatch(1);
    var gone = consumer(new CountDownLatch(1));
    gone.setOffsetsException(new TimeoutException("no such partition"));
    Queue<Consumer<byte[], byte[]>> consumers =
        new ArrayDeque<>(List.of(gone, consumer(polledAnew)));

    try (var reader = reader(consumers::remove)) {
      reader.start();

      assertThat(polledAnew.await(20, TimeUnit.SECONDS)).isTrue();
      assertThat(gone.closed()).isTrue();
    }
  }

  /** The reader may describe the topic, so it gets a position each time. */
  @Test
  void withoutTheRightToReadItSaysSoOnce() {
    // Given
    var opened = new AtomicInteger();
    var log = new ByteArrayOutputStream();
    var out = System.out;
    System.setOut(new PrintStream(log, true, UTF_8));

    // When
    try (var reader = reader(() -> forbidden(opened))) {
      reader.start();
      Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> opened.get() == 4);
      Awaitility.await().until(() -> reader.obstacle().contains("cannot be read"));
    } finally {
      System.setOut(out);
    }

    // Then
    assertThat(log.toString(UTF_8).lines().filter(line -> line.contains("Outcomes are ")))
        .as("the place that it had, and why it has none")
        .hasSize(2);
  }

  private static Consumer<byte[], byte[]> forbidden(AtomicInteger opened) {
    opened.incrementAndGet();
    var consumer = consumer(new CountDownLatch(1));
    consumer.setPollException(new TopicAuthorizationException(TOPIC));
    return consumer;
  }

  @Test
  void whenClosedItReadsNoMore() throws Exception {
    var polled = new CountDownLatch(1);
    var reader = reader(() -> consumer(polled));
    reader.start();
    polled.await();

    reader.close();

    assertThat(reader.partition()).isEmpty();
    assertThat(reader.obstacle()).isNotEmpty();
  }

  @Test
  void canBeClosedUnstarted() {
    var reader = reader(() -> consumer(new CountDownLatch(1)));

    reader.close();

    assertThat(reader.partition()).isEmpty();
  }

  private ReplyReader reader(Supplier<Consumer<byte[], byte[]>> connect) {
    return new ReplyReader(TOPIC, connect, waiters, new Random(1), skipped -> {});
  }

  /** Its polls return at once, so the test must stop the reader. */
  private static MockConsumer<byte[], byte[]> consumer(CountDownLatch polled) {
    var partition = new TopicPartition(TOPIC, 0);
    var consumer = new MockConsumer<byte[], byte[]>("latest");
    consumer.updatePartitions(TOPIC, List.of(new PartitionInfo(TOPIC, 0, null, null, null)));
    consumer.updateBeginningOffsets(Map.of(partition, 0L));
    consumer.updateEndOffsets(Map.of(partition, 0L));
    consumer.schedulePollTask(polled::countDown);
    return consumer;
  }
}

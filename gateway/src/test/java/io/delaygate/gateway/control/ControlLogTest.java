package io.delaygate.gateway.control;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.schemas.command.DefaultsParser;
import io.delaygate.schemas.topics.TopicNames;
import io.delaygate.service.control.ControlReader;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;

/** Test of the log lines of the reader of decisions, under the gateway's log configuration. */
@Timeout(60)
@Isolated("reads what the whole process logs")
class ControlLogTest {
  private static final TopicNames NAMES = TopicNames.prefixed("");
  private static final String TOPIC = NAMES.control();
  private static final Duration LIMIT = Duration.ofSeconds(20);

  private final AtomicInteger opened = new AtomicInteger();

  /** The reader may describe the topic, so it finds the end of an empty topic each time. */
  @Test
  void withoutTheRightToReadItSaysSoOnce() {
    // Given
    var log = new ByteArrayOutputStream();
    var out = System.out;
    System.setOut(new PrintStream(log, true, UTF_8));

    // When
    try (var reader = new ControlReader(NAMES, parser(), this::forbidden)) {
      reader.start();
      Awaitility.await().atMost(LIMIT).until(() -> opened.get() == 4);
      Awaitility.await()
          .until(
              () ->
                  reader
                      .obstacle()
                      .equals(Optional.of("topic 'delay-control': it cannot be read")));
    } finally {
      System.setOut(out);
    }

    // Then
    assertThat(log.toString(UTF_8).lines().filter(line -> line.contains(TOPIC))).hasSize(1);
  }

  private static DefaultsParser parser() {
    return new DefaultsParser(NAMES);
  }

  private Consumer<byte[], byte[]> forbidden() {
    opened.incrementAndGet();
    var partition = new TopicPartition(TOPIC, 0);
    var consumer = new MockConsumer<byte[], byte[]>("earliest");
    consumer.updatePartitions(TOPIC, List.of(new PartitionInfo(TOPIC, 0, null, null, null)));
    consumer.updateBeginningOffsets(Map.of(partition, 0L));
    consumer.updateEndOffsets(Map.of(partition, 0L));
    consumer.setPollException(new TopicAuthorizationException(TOPIC));
    return consumer;
  }
}

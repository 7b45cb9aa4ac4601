package io.delaygate.gateway.jobs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delaygate.gateway.http.ProblemException;
import io.delaygate.schemas.contract.ReasonCode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RejectedCommandReaderTest {
  private static final String TOPIC = "letters";
  private static final String NAMESPACE = "default";

  private final List<List<ConsumerRecord<byte[], byte[]>>> log =
      List.of(new ArrayList<>(), new ArrayList<>());
  private long nanos;
  private final RejectedCommandReader tail =
      new RejectedCommandReader(TOPIC, () -> 2, this::consumer, () -> nanos);

  /** Values by size, shared because a thousand large ones would exceed the heap. */
  private final Map<Integer, byte[]> values = new HashMap<>();

  @Test
  void thePagesHaveEachCommandOnceAndTheNewestFirst() {
    // Given
    for (var i = 0; i < 1_000; i++) {
      letter(i % 2, "c-" + i, 100);
    }

    // When
    var seen = new ArrayList<String>();
    var page = tail.page(NAMESPACE, 30, Map.of());
    add(page, seen);
    for (var cursor = page.cursor(); !page.before().isEmpty(); cursor = page.cursor()) {
      page = tail.page(NAMESPACE, 30, RejectedPage.before(cursor));
      add(page, seen);
    }

    // Then
    assertThat(seen)
        .containsExactlyElementsOf(
            IntStream.range(0, 1_000).mapToObj(i -> "c-" + (999 - i)).toList());
  }

  @Test
  void aPageLooksAtSoManyLettersAndTheNextGoesOn() {
    // Given
    letter(0, "old", 10);
    for (var i = 0; i < 3 * RejectedCommandReader.SCANNED; i++) {
      letterOfJob(i % 2);
    }

    // When
    var pages = 0;
    var seen = new ArrayList<String>();
    var before = Map.<Integer, Long>of();
    do {
      var page = tail.page(NAMESPACE, 10, before);
      add(page, seen);
      before = page.before();
      pages++;
    } while (!before.isEmpty());

    // Then
    assertThat(seen).containsExactly("old");
    assertThat(pages).isBetween(2, 4);
  }

  @Test
  void aPageLooksAtSoManyBytesHoweverLargeTheLettersAre() {
    // Given
    for (var i = 0; i < 2_000; i++) {
      letter(i % 2, "large-" + i, i < 1_000 ? 1 << 20 : 10);
    }

    // When
    var page = tail.page(NAMESPACE, 1_500, Map.of());

    // Then
    assertThat(page.commands()).hasSizeBetween(1_000, 1_200);
    assertThat(page.before()).isNotEmpty();
    assertThat(page.commands().get(0).idBytes()).isPositive();
  }

  @Test
  void aLongKeyIsListedByItsBeginning() {
    // Given
    letter(0, "ä".repeat(100_000), 0);

    // When
    var listed = tail.page(NAMESPACE, 10, Map.of()).commands().get(0);

    // Then
    assertThat(listed.isIdCut()).isTrue();
    assertThat(listed.idBytes()).isEqualTo(200_000);
    assertThat(new String(listed.id(), UTF_8)).isEqualTo("ä".repeat(510));
  }

  @Test
  void theLongestThatIsShownIsShownWhole() {
    // Given
    letter(0, "k".repeat(1_020), 0);
    letter(1, "x" + "ä".repeat(510), 0);

    // When
    var listed = tail.page(NAMESPACE, 10, Map.of()).commands();

    // Then
    assertThat(listed.get(1).isIdCut()).isFalse();
    assertThat(listed.get(0).isIdCut()).isTrue();
    assertThat(new String(listed.get(0).id(), UTF_8)).isEqualTo("x" + "ä".repeat(509));
  }

  @Test
  void whatIsNotReadInTimeIsUnavailable() {
    // Given
    letter(0, "c", 0);
    var slow =
        new RejectedCommandReader(
            TOPIC, () -> 2, this::consumer, () -> nanos += Duration.ofSeconds(6).toNanos());

    // Then
    assertThatThrownBy(() -> slow.page(NAMESPACE, 10, Map.of()))
        .isInstanceOfSatisfying(
            ProblemException.class,
            told -> assertThat(told.problem().reason()).isEqualTo(ReasonCode.QUERY_UNAVAILABLE));
  }

  @Test
  void whileTheBrokersDoNotTellOfTheTopicNoConsumerIsOpened() {
    var blind =
        new RejectedCommandReader(
            TOPIC,
            () -> 0,
            () -> {
              throw new AssertionError("it would log each of its attempts to reach the brokers");
            },
            () -> nanos);

    assertThatThrownBy(() -> blind.page(NAMESPACE, 10, Map.of()))
        .isInstanceOfSatisfying(
            ProblemException.class,
            told -> assertThat(told.problem().reason()).isEqualTo(ReasonCode.QUERY_UNAVAILABLE));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "-", "djE", "djEsMDo", "djEsMTox\n", "AAAAAAAA"})
  void anotherCursorIsRefused(String cursor) {
    assertThatThrownBy(() -> RejectedPage.before(cursor))
        .isInstanceOfSatisfying(
            ProblemException.class,
            told -> assertThat(told.problem().reason()).isEqualTo(ReasonCode.CURSOR_INVALID));
  }

  private static void add(RejectedPage page, List<String> seen) {
    page.commands().forEach(command -> seen.add(new String(command.id(), UTF_8)));
  }

  private void letter(int partition, String key, int valueBytes) {
    var headers = new RecordHeaders();
    headers.add("delay-source-topic", "requests".getBytes(UTF_8));
    headers.add("delay-reason", "TIME_INVALID".getBytes(UTF_8));
    add(partition, key, values.computeIfAbsent(valueBytes, byte[]::new), headers);
  }

  private void letterOfJob(int partition) {
    add(partition, "job", new byte[1], new RecordHeaders());
  }

  private void add(int partition, String key, byte[] value, RecordHeaders headers) {
    var offset = log.get(partition).size();
    var bytes = key.getBytes(UTF_8);
    log.get(partition)
        .add(
            new ConsumerRecord<>(
                TOPIC,
                partition,
                offset,
                log.get(0).size() + log.get(1).size(),
                TimestampType.LOG_APPEND_TIME,
                bytes.length,
                value.length,
                bytes,
                value,
                headers,
                Optional.empty()));
  }

  /** Consumer that returns up to 100 records of one partition per poll, by partition order. */
  private MockConsumer<byte[], byte[]> consumer() {
    var consumer =
        new MockConsumer<byte[], byte[]>("earliest") {
          @Override
          public synchronized ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
            var records = new HashMap<TopicPartition, List<ConsumerRecord<byte[], byte[]>>>();
            for (var partition : assignment()) {
              if (!paused().contains(partition)) {
                var here = log.get(partition.partition());
                var from = (int) position(partition);
                var some = here.subList(from, Math.min(here.size(), from + 100));
                records.put(partition, some);
                seek(partition, from + some.size());
              }
            }
            return new ConsumerRecords<>(records, Map.of());
          }
        };
    var ends = new HashMap<TopicPartition, Long>();
    var begins = new HashMap<TopicPartition, Long>();
    for (var i = 0; i < 2; i++) {
      ends.put(new TopicPartition(TOPIC, i), (long) log.get(i).size());
      begins.put(new TopicPartition(TOPIC, i), 0L);
    }
    consumer.updateBeginningOffsets(begins);
    consumer.updateEndOffsets(ends);
    return consumer;
  }
}

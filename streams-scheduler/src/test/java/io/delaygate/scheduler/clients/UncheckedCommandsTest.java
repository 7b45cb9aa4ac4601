package io.delaygate.scheduler.clients;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.service.directory.TopicDirectory;
import io.delaygate.service.directory.TopicStatus;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class UncheckedCommandsTest {
  private static final TopicPartition FIRST = new TopicPartition("requests", 0);
  private static final TopicPartition SECOND = new TopicPartition("requests", 1);

  private final Set<String> known = new HashSet<>(Set.of("orders", "answers"));
  private final List<String> asked = new ArrayList<>();
  private final List<Duration> ages = new ArrayList<>();
  private final MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("earliest");
  private final Map<TopicPartition, Long> ends = new HashMap<>();
  private long nanos = 1;
  private final UncheckedCommands commands = new UncheckedCommands(directory(), () -> nanos);

  @BeforeEach
  void assign() {
    consumer.assign(List.of(FIRST, SECOND));
    consumer.updateBeginningOffsets(Map.of(FIRST, 0L, SECOND, 0L));
  }

  @Test
  void whatIsKnownPassesAsItIs() {
    // Given
    add(FIRST, "delay-target-topic", "orders");
    var polled = consumer.poll(Duration.ZERO);

    // Then
    assertThat(commands.judgeable(polled, consumer::seek)).isSameAs(polled);
  }

  @Test
  void anUnknownTopicHoldsItsPartitionFromThereOnAndOthersPass() {
    // Given
    add(FIRST, "delay-target-topic", "orders");
    add(FIRST, "delay-target-topic", "unknown");
    add(FIRST, "delay-target-topic", "orders");
    add(SECOND, "delay-target-topic", "orders");

    // When
    var records = poll();

    // Then
    assertThat(offsets(records, FIRST)).containsExactly(0L);
    assertThat(offsets(records, SECOND)).containsExactly(0L);
    assertThat(records.nextOffsets()).extractingByKey(FIRST).returns(1L, OffsetAndMetadata::offset);
    assertThat(records.nextOffsets())
        .extractingByKey(SECOND)
        .returns(1L, OffsetAndMetadata::offset);
    assertThat(consumer.position(FIRST)).isEqualTo(1);
    assertThat(consumer.position(SECOND)).isEqualTo(1);
  }

  @Test
  void aPartitionThatBeginsWithAnUnknownTopicHasNothingToCommit() {
    // Given
    add(FIRST, "delay-target-topic", "unknown");
    add(SECOND, "delay-target-topic", "orders");

    // When
    var records = poll();

    // Then
    assertThat(records.partitions()).containsExactly(SECOND);
    assertThat(records.nextOffsets()).containsOnlyKeys(SECOND);
    assertThat(consumer.position(FIRST)).isZero();
  }

  @Test
  void whatIsHeldPassesOnceItsTopicIsKnown() {
    // Given
    add(FIRST, "delay-target-topic", "unknown");
    add(FIRST, "delay-target-topic", "orders");
    poll();

    // When
    known.add("unknown");
    addAgain();
    var records = poll();

    // Then
    assertThat(offsets(records, FIRST)).containsExactly(0L, 1L);
    assertThat(records.nextOffsets()).extractingByKey(FIRST).returns(2L, OffsetAndMetadata::offset);
  }

  @Test
  void whatIsNotKnownAfterHalfASecondPassesAnyway() {
    // Given
    add(FIRST, "delay-target-topic", "unknown");
    add(FIRST, "delay-target-topic", "unknown");
    poll();

    // When
    nanos += Duration.ofMillis(1_500).toNanos() - 1;
    addAgain();
    var early = poll();
    nanos += 1;
    addAgain();
    var records = poll();

    // Then
    assertThat(early.isEmpty()).isTrue();
    assertThat(offsets(records, FIRST)).containsExactly(0L, 1L);
  }

  @Test
  void theNextOneThatIsUnknownHasHalfASecondOfItsOwn() {
    // Given
    add(FIRST, "delay-target-topic", "unknown");
    poll();
    known.add("unknown");
    addAgain();
    poll();
    nanos += Duration.ofSeconds(10).toNanos();

    // When
    add(FIRST, "delay-target-topic", "another");

    // Then
    assertThat(poll().isEmpty()).isTrue();
  }

  @Test
  void theOneBehindIsNotCountedAsWaitingBeforeItsTurn() {
    // Given
    add(FIRST, "delay-target-topic", "unknown");
    add(FIRST, "delay-target-topic", "another");
    poll();
    nanos += Duration.ofSeconds(1).toNanos();
    known.add("unknown");
    addAgain();

    // When
    var first = poll();
    nanos += Duration.ofSeconds(1).toNanos();
    addAgain();
    var second = poll();

    // Then
    assertThat(offsets(first, FIRST)).containsExactly(0L);
    assertThat(second.isEmpty()).isTrue();
  }

  @Test
  void whatWasToldSinceThePartitionIsHeldIsFreshEnough() {
    // Given
    add(FIRST, "delay-target-topic", "unknown");
    poll();
    nanos += Duration.ofMillis(700).toNanos();

    // When
    addAgain();
    poll();

    // Then
    assertThat(ages.get(0)).isEqualTo(Duration.ofMillis(200));
    assertThat(ages.get(ages.size() - 1)).isEqualTo(Duration.ofMillis(700));
  }

  @Test
  void replyAndDeadLetterTopicsHaveToBeKnownToo() {
    for (var header : List.of("delay-reply-topic", "delay-dead-letter-topic")) {
      // Given
      var record = record(FIRST, "delay-target-topic", "orders");
      record.headers().add(header, "unknown".getBytes(UTF_8));

      // When
      var records = commands.judgeable(records(record), consumer::seek);

      // Then
      assertThat(records.isEmpty()).as(header).isTrue();
    }
  }

  @Test
  void allThatIsBehindIsAskedAboutTogether() {
    // Given
    for (var i = 0; i < 100; i++) {
      add(FIRST, "delay-target-topic", "unknown-" + i);
    }

    // When
    poll();

    // Then
    assertThat(asked).contains("unknown-0", "unknown-50", "unknown-99");
  }

  private ConsumerRecords<byte[], byte[]> poll() {
    return commands.judgeable(consumer.poll(Duration.ZERO), consumer::seek);
  }

  private final List<ConsumerRecord<byte[], byte[]>> log = new ArrayList<>();

  private void add(TopicPartition partition, String header, String topic) {
    var record = record(partition, header, topic);
    log.add(record);
    consumer.addRecord(record);
  }

  /**
   * Adds the records that are still unread, because a mock consumer does not keep polled records.
   */
  private void addAgain() {
    log.stream()
        .filter(record -> record.offset() >= consumer.position(partition(record)))
        .forEach(consumer::addRecord);
  }

  private ConsumerRecord<byte[], byte[]> record(TopicPartition at, String header, String topic) {
    var offset = ends.merge(at, 1L, Long::sum) - 1;
    var headers = new RecordHeaders().add(header, topic.getBytes(UTF_8));
    return new ConsumerRecord<>(
        at.topic(),
        at.partition(),
        offset,
        0,
        TimestampType.CREATE_TIME,
        0,
        0,
        new byte[0],
        new byte[0],
        headers,
        java.util.Optional.empty());
  }

  private static TopicPartition partition(ConsumerRecord<byte[], byte[]> record) {
    return new TopicPartition(record.topic(), record.partition());
  }

  private static ConsumerRecords<byte[], byte[]> records(ConsumerRecord<byte[], byte[]> record) {
    return new ConsumerRecords<>(Map.of(partition(record), List.of(record)), Map.of());
  }

  private static List<Long> offsets(ConsumerRecords<byte[], byte[]> records, TopicPartition of) {
    return records.records(of).stream().map(ConsumerRecord::offset).toList();
  }

  private TopicDirectory directory() {
    return new TopicDirectory() {
      @Override
      public TopicStatus status(String topic) {
        return new TopicStatus.Unreadable();
      }

      @Override
      public boolean isJudged(String topic, long ageNanos) {
        asked.add(topic);
        ages.add(Duration.ofNanos(ageNanos));
        return known.contains(topic);
      }

      @Override
      public void doubt() {}
    };
  }
}

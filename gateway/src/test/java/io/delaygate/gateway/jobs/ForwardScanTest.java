package io.delaygate.gateway.jobs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.api.Test;

class ForwardScanTest {
  private static final int PARTITIONS = 3;

  private final List<List<ConsumerRecord<byte[], byte[]>>> log =
      IntStream.range(0, PARTITIONS)
          .<List<ConsumerRecord<byte[], byte[]>>>mapToObj(i -> new ArrayList<>())
          .toList();
  private int read;
  private final ForwardScan scan = new ForwardScan(consumer());

  @Test
  void partitionsAreMergedByTheTimesOfTheirRecords() {
    // Given: the order within a partition is that of the log, whatever the times of its records
    record(0, "a", 10, 0);
    record(0, "b", 40, 0);
    record(1, "c", 20, 0);
    record(1, "d", 5, 0);
    record(2, "e", 30, 0);

    // When
    addAll();

    // Then
    assertThat(rest()).containsExactly("a", "c", "d", "e", "b");
    assertThat(scan.left()).isEmpty();
  }

  @Test
  void whatComesLaterIsNotRead() {
    // Given
    record(0, "a", 1, 0);
    addAll();
    record(0, "later", 2, 0);

    // Then
    assertThat(rest()).containsExactly("a");
  }

  @Test
  void whatWasTakenAndPutBackIsLeft() {
    // Given
    for (var i = 0; i < 5; i++) {
      record(i % 2, "r-" + i, i, 0);
    }
    addAll();
    var taken = IntStream.range(0, 4).mapToObj(i -> scan.next(() -> false)).toList();

    // When
    scan.putBack(taken.get(1));
    scan.putBack(taken.get(3));

    // Then
    assertThat(scan.left())
        .containsExactlyInAnyOrderEntriesOf(
            Map.of(0, new RedriveCursor.Range(2, 3), 1, new RedriveCursor.Range(0, 2)));
  }

  @Test
  void singleRecordsAreReadWithoutThoseBetween() {
    // Given
    for (var i = 0; i < 5_000; i++) {
      record(0, "r-" + i, i, 0);
    }
    var end = log.get(0).size();

    // When: 4,999 is beyond the end
    scan.addOnly(partition(0), new TreeSet<>(List.of(3L, 4L, 4_500L, 4_999L)), end - 1);
    scan.begin();

    // Then
    assertThat(rest()).containsExactly("r-3", "r-4", "r-4500");
    assertThat(read).isLessThan(1_000);
  }

  @Test
  void largeRecordsOfOnePartitionDoNotFillTheHeapWhileAnotherHasNone() {
    // Given: all records of partition 0 are older than the first of partition 1
    var value = 1 << 20;
    for (var i = 0; i < 300; i++) {
      record(0, "large-" + i, i, value);
    }
    record(1, "small", 1_000, 0);

    // When
    addAll();
    var all = rest();

    // Then
    assertThat(all).hasSize(301).endsWith("large-299", "small");
    assertThat(all.subList(0, 300))
        .containsExactlyElementsOf(IntStream.range(0, 300).mapToObj(i -> "large-" + i).toList());
    assertThat(most).isLessThan(2 * ForwardScan.KEPT_BYTES);
  }

  @Test
  void givesUpWhenTold() {
    // Given
    record(0, "a", 1, 0);
    addAll();

    // Then
    assertThat(scan.next(() -> true)).isNull();
    assertThat(scan.left()).hasSize(1);
  }

  private long most;

  private List<String> rest() {
    var keys = new ArrayList<String>();
    for (var next = scan.next(() -> false); next != null; next = scan.next(() -> false)) {
      keys.add(new String(next.key(), UTF_8));
      most = Math.max(most, scan.keptBytes());
    }
    return keys;
  }

  private void addAll() {
    for (var i = 0; i < PARTITIONS; i++) {
      scan.add(partition(i), 0, log.get(i).size());
    }
    scan.begin();
  }

  private static TopicPartition partition(int number) {
    return new TopicPartition("letters", number);
  }

  private static final Map<Integer, byte[]> VALUES = new HashMap<>();

  private void record(int partition, String key, long timeMs, int valueBytes) {
    var here = log.get(partition);
    here.add(
        new ConsumerRecord<>(
            "letters",
            partition,
            here.size(),
            timeMs,
            TimestampType.LOG_APPEND_TIME,
            key.length(),
            valueBytes,
            key.getBytes(UTF_8),
            VALUES.computeIfAbsent(valueBytes, byte[]::new),
            new RecordHeaders(),
            Optional.empty()));
  }

  /** Consumer that returns up to 100 records of one partition per poll, by partition order. */
  private MockConsumer<byte[], byte[]> consumer() {
    return new MockConsumer<>("earliest") {
      @Override
      public synchronized ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
        for (var partition : assignment()) {
          var here = log.get(partition.partition());
          var from = (int) position(partition);
          if (!paused().contains(partition) && from < here.size()) {
            var some = here.subList(from, Math.min(here.size(), from + 100));
            seek(partition, from + some.size());
            read += some.size();
            return new ConsumerRecords<>(Map.of(partition, some), Map.of());
          }
        }
        return ConsumerRecords.empty();
      }
    };
  }
}

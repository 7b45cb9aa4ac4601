package io.delaygate.scheduler.clients;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.schemas.contract.Limits;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.stream.StreamSupport;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.record.internal.CompressionType;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.MemoryRecordsBuilder;
import org.apache.kafka.common.record.internal.Record;
import org.apache.kafka.common.record.internal.RecordBatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

class OversizedRecordsTest {
  private static final int GIANT = OversizedRecords.OVERSIZED_BYTES + 1;

  /**
   * Bytes of a test record besides its value: attributes, time, offset, a key, the length of the
   * value, and one header with a name and a value of one byte each.
   */
  private static final int FRAME = 1 + 1 + 1 + 2 + 4 + 1 + 4;

  private final OversizedRecords oversized = new OversizedRecords();

  @Test
  void whatHasNoGiantPassesAsItIs() {
    // Given
    var records = batch(CompressionType.ZSTD, 0, 10, 1_000_000, 20);

    // Then
    assertThat(oversized.cut(records, 0)).isSameAs(records);
  }

  @Test
  void theLargestThatIsNoGiantPasses() {
    // Given
    var largest = batch(CompressionType.ZSTD, 0, OversizedRecords.OVERSIZED_BYTES - FRAME);
    var giant = batch(CompressionType.ZSTD, 0, OversizedRecords.OVERSIZED_BYTES - FRAME + 1);

    // Then
    assertThat(oversized.cut(largest, 0)).isSameAs(largest);
    assertThat(only(oversized.cut(giant, 0)).valueSize()).isEqualTo(Limits.RECORD_BYTES);
  }

  /**
   * All compression types: also with one that compresses little, the oversized record can be
   * refused.
   */
  @ParameterizedTest
  @EnumSource(value = CompressionType.class, names = "NONE", mode = Mode.EXCLUDE)
  void aGiantIsRefusableAndItsNeighboursAreWhole(CompressionType compression) {
    // Given
    var records = batch(compression, 100, 7, GIANT, 9);

    // When
    var first = list(oversized.cut(records, 100));
    var rest = list(oversized.cut(records, 102));

    // Then
    assertThat(first).extracting(Record::offset).containsExactly(100L, 101L);
    assertThat(first.get(0).valueSize()).isEqualTo(7);
    assertThat(first.get(0).headers()).containsExactly(header());
    assertThat(first.get(1).keySize() + first.get(1).valueSize())
        .isEqualTo(Limits.RECORD_BYTES + 1);
    assertThat(first.get(1).headers()).containsExactly(header());
    assertThat(rest).extracting(Record::offset).containsExactly(102L);
    assertThat(rest.get(0).valueSize()).isEqualTo(9);
  }

  @Test
  void theBatchEndsWhereWhatIsHandedOnEndsAndWithTheLastWhereTheBatchEnded() {
    // Given
    var records = batch(CompressionType.ZSTD, 100, 7, GIANT, 9);

    // Then
    assertThat(oversized.cut(records, 100).batches().iterator().next().nextOffset()).isEqualTo(102);
    assertThat(oversized.cut(records, 102).batches().iterator().next().nextOffset()).isEqualTo(103);
  }

  @Test
  void whatIsBeforeAndOfWhomAndWhenStays() {
    // Given
    var before = batch(CompressionType.LZ4, 0, 1, 2);
    var records =
        joined(before, batch(CompressionType.ZSTD, 2, GIANT), batch(CompressionType.NONE, 3, 5));

    // When
    var cut = oversized.cut(records, 0);

    // Then
    assertThat(list(cut)).extracting(Record::offset).containsExactly(0L, 1L, 2L);
    for (var batch : cut.batches()) {
      batch.ensureValid();
      assertThat(batch.isTransactional()).isTrue();
      assertThat(batch.producerId()).isEqualTo(11);
      assertThat(batch.timestampType()).isEqualTo(TimestampType.LOG_APPEND_TIME);
      assertThat(batch.maxTimestamp()).isEqualTo(4711);
      assertThat(batch.partitionLeaderEpoch()).isEqualTo(5);
    }
  }

  @Test
  void aKeyOrAHeaderMayBeTheGiant() {
    // Given
    var builder = builder(CompressionType.ZSTD, 0);
    builder.appendWithOffset(0, 1, new byte[GIANT], null, new Header[0]);
    var key = builder.build();
    builder = builder(CompressionType.ZSTD, 0);
    var large = new Header[] {new RecordHeader("h", new byte[GIANT])};
    builder.appendWithOffset(0, 1, (byte[]) null, null, large);
    var headers = builder.build();

    // Then
    assertThat(only(oversized.cut(key, 0)).keySize()).isEqualTo(Limits.RECORD_BYTES + 1);
    assertThat(only(oversized.cut(headers, 0)).headers()[0].value()).hasSize(Limits.RECORD_BYTES);
  }

  private static Record only(MemoryRecords records) {
    assertThat(list(records)).hasSize(1);
    return list(records).get(0);
  }

  private static List<Record> list(MemoryRecords records) {
    return StreamSupport.stream(records.records().spliterator(), false).toList();
  }

  private static MemoryRecords joined(MemoryRecords... parts) {
    var bytes =
        ByteBuffer.allocate(List.of(parts).stream().mapToInt(MemoryRecords::sizeInBytes).sum());
    for (var part : parts) {
      bytes.put(part.buffer().duplicate());
    }
    return MemoryRecords.readableRecords(bytes.flip());
  }

  private static MemoryRecords batch(CompressionType compression, long base, int... valueBytes) {
    var builder = builder(compression, base);
    var offset = base;
    for (var bytes : valueBytes) {
      builder.appendWithOffset(offset++, 1, new byte[1], new byte[bytes], new Header[] {header()});
    }
    return builder.build();
  }

  private static MemoryRecordsBuilder builder(CompressionType compression, long base) {
    return MemoryRecords.builder(
        ByteBuffer.allocate(1024),
        RecordBatch.CURRENT_MAGIC_VALUE,
        Compression.of(compression).build(),
        TimestampType.LOG_APPEND_TIME,
        base,
        4711,
        11,
        (short) 2,
        3,
        true,
        5);
  }

  private static Header header() {
    return new RecordHeader("a", "b".getBytes(UTF_8));
  }
}

package io.delaygate.scheduler.clients;

import io.delaygate.schemas.contract.Limits;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.EnumMap;
import java.util.Map;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.record.internal.CompressionType;
import org.apache.kafka.common.record.internal.DefaultRecordBatch;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.MemoryRecordsBuilder;
import org.apache.kafka.common.utils.internals.BufferSupplier;

/**
 * Truncation of fetched records larger than 16 MiB after decompression, to one byte more than the
 * largest accepted size, so that they are refused like any record that is too large. 600 MB of
 * zeros are 19 KB in the log, and a consumer allocates a whole record before its deserializers see
 * it.
 *
 * <p>If a batch has such a record, the returned records end with it, or at 16 MiB; the consumer
 * fetches the batch again for the rest. For one consumer; not thread-safe.
 */
final class OversizedRecords {
  /** Far above {@link Limits#RECORD_BYTES}, far below the smallest heap. */
  static final int OVERSIZED_BYTES = 16 << 20;

  /**
   * Bytes of key and value that are kept: one more than the limit, so that the record is refused.
   */
  static final int KEPT_BYTES = Limits.RECORD_BYTES + 1;

  /** Largest expansion factor of a batch, by compression type. */
  private static final Map<CompressionType, Long> EXPANSION =
      new EnumMap<>(
          Map.of(
              CompressionType.NONE, 1L,
              CompressionType.SNAPPY, 32L,
              CompressionType.LZ4, 256L,
              CompressionType.GZIP, 1_040L,
              CompressionType.ZSTD, 1L << 20));

  private final BufferSupplier buffers = BufferSupplier.create();

  /**
   * Returns the records with oversized ones truncated; the same object if none is oversized.
   *
   * @param from offset at which reading starts
   */
  MemoryRecords cut(MemoryRecords records, long from) {
    var before = 0;
    for (var batch : records.batches()) {
      if (batch instanceof DefaultRecordBatch packed && hasOversized(packed)) {
        return joined(records, before, rebuilt(packed, from));
      }
      before += batch.sizeInBytes();
    }
    return records;
  }

  /**
   * Whether a batch has an oversized record; walks over the decompressed bytes without keeping
   * them.
   */
  private boolean hasOversized(DefaultRecordBatch batch) {
    var expansion = EXPANSION.getOrDefault(batch.compressionType(), Long.MAX_VALUE);
    if (batch.isControlBatch() || batch.sizeInBytes() <= OVERSIZED_BYTES / expansion) {
      return false;
    }
    try (var unpacked = batch.recordInputStream(buffers)) {
      for (var left = batch.countOrNull(); left > 0; left--) {
        var bytes = RecordVarint.readInt(unpacked);
        if (bytes > OVERSIZED_BYTES) {
          return true;
        }
        unpacked.skipNBytes(bytes);
      }
      return false;
    } catch (IOException | RuntimeException unreadable) {
      return false; // the consumer reports the fault
    }
  }

  /** Decompressed batch from an offset to its first oversized record or to 16 MiB. */
  private MemoryRecords rebuilt(DefaultRecordBatch batch, long from) {
    var begin = Math.max(from, batch.baseOffset());
    try (var unpacked = batch.recordInputStream(buffers);
        var builder = builder(batch, begin)) {
      var written = 0L;
      var left = batch.countOrNull();
      while (left > 0 && written < OVERSIZED_BYTES) {
        var record = TruncatedRecord.read(unpacked, batch, begin);
        left--;
        if (record.offset() >= begin) {
          written += record.isOversized() ? OVERSIZED_BYTES : record.bytes();
          builder.appendWithOffset(
              record.offset(),
              record.timestampMs(),
              record.key(),
              record.value(),
              record.headers());
        }
      }
      if (left == 0) { // compaction may have removed the last one
        builder.overrideLastOffset(batch.lastOffset());
      }
      return builder.build();
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  private static MemoryRecordsBuilder builder(DefaultRecordBatch batch, long begin) {
    var appendTimeMs =
        batch.timestampType() == TimestampType.LOG_APPEND_TIME ? batch.maxTimestamp() : -1L;
    return MemoryRecords.builder(
        ByteBuffer.allocate(2 * KEPT_BYTES),
        batch.magic(),
        Compression.NONE,
        batch.timestampType(),
        begin,
        appendTimeMs,
        batch.producerId(),
        batch.producerEpoch(),
        batch.baseSequence(),
        batch.isTransactional(),
        batch.partitionLeaderEpoch());
  }

  private static MemoryRecords joined(MemoryRecords records, int before, MemoryRecords rebuilt) {
    var bytes = ByteBuffer.allocate(before + rebuilt.sizeInBytes());
    bytes.put(records.buffer().slice(records.buffer().position(), before));
    bytes.put(rebuilt.buffer().duplicate());
    return MemoryRecords.readableRecords(bytes.flip());
  }
}

package io.delaygate.scheduler.clients;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.delaygate.schemas.contract.Limits;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.record.internal.DefaultRecordBatch;
import org.jspecify.annotations.Nullable;

/**
 * Record of a decompressed batch in Kafka's message format 2: complete, or, if oversized, with
 * truncated key, value and headers.
 */
@SuppressWarnings("ArrayRecordComponent")
record TruncatedRecord(
    long offset,
    long timestampMs,
    int bytes,
    byte @Nullable [] key,
    byte @Nullable [] value,
    Header[] headers) {

  /**
   * Reads the next record; of a record before an offset it keeps only the offset.
   *
   * @throws IOException where the batch ends within the record
   */
  static TruncatedRecord read(InputStream in, DefaultRecordBatch batch, long from)
      throws IOException {
    var bytes = RecordVarint.readInt(in);
    in.skipNBytes(1); // attributes, which are unused
    var timestampMs = batch.baseTimestamp() + RecordVarint.readLong(in);
    var offset = batch.baseOffset() + RecordVarint.readInt(in);
    var parts = new Parts(in, offset >= from, bytes);
    return new TruncatedRecord(
        offset,
        batch.timestampType() == TimestampType.LOG_APPEND_TIME ? batch.maxTimestamp() : timestampMs,
        bytes,
        parts.next(),
        parts.next(),
        parts.headers().toArray(Header[]::new));
  }

  /** Whether the record was truncated. */
  boolean isOversized() {
    return bytes > OversizedRecords.OVERSIZED_BYTES;
  }

  /** Key, value and headers, in this order. */
  private static final class Parts {
    private final InputStream in;
    private final boolean isKept;
    private int left;

    Parts(InputStream in, boolean isKept, int recordBytes) {
      this.in = in;
      this.isKept = isKept;
      this.left = isKept ? most(recordBytes) : 0;
    }

    private static int most(int recordBytes) {
      return recordBytes > OversizedRecords.OVERSIZED_BYTES
          ? OversizedRecords.KEPT_BYTES
          : recordBytes;
    }

    byte @Nullable [] next() throws IOException {
      var size = RecordVarint.readInt(in);
      return size < 0 ? null : head(size);
    }

    private byte[] head(int size) throws IOException {
      var head = in.readNBytes(Math.min(size, left));
      in.skipNBytes(size - head.length);
      left -= head.length;
      return head;
    }

    /** Headers; of an oversized record the first 64 KiB, which name the reply topic. */
    List<Header> headers() throws IOException {
      var headers = new ArrayList<Header>();
      left = isKept ? Math.max(left, Limits.HEADER_BYTES) : 0;
      for (var count = RecordVarint.readInt(in); count > 0; count--) {
        var isRoom = left > 0;
        var name = new String(head(RecordVarint.readInt(in)), UTF_8);
        var value = next();
        if (isRoom) {
          headers.add(new RecordHeader(name, value));
        }
      }
      return headers;
    }
  }
}

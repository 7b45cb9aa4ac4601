package io.delaygate.schemas.command;

import java.util.List;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.utils.Utils;
import org.jspecify.annotations.Nullable;

/**
 * Record of {@code delay-requests}, reduced to what the parser needs.
 *
 * @param key the job id; null asks for a generated one
 * @param value the payload, opaque
 * @param headers all headers in their order
 * @param partition of the record
 * @param offset of the record
 */
public record CommandRecord(
    byte @Nullable [] key,
    byte @Nullable [] value,
    List<Header> headers,
    int partition,
    long offset) {

  /** Bytes of key, value and headers; a record's own framing is not counted. */
  public long bytes() {
    return length(key) + length(value) + headerBytes();
  }

  /** Bytes of header names and values, and the two length bytes that each takes at least. */
  public long headerBytes() {
    var sum = 0L;
    for (var header : headers) {
      sum += 2 + Utils.utf8Length(header.key()) + length(header.value());
    }
    return sum;
  }

  private static long length(byte @Nullable [] bytes) {
    return bytes == null ? 0 : bytes.length;
  }
}

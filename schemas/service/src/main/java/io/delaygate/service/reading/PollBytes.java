package io.delaygate.service.reading;

import java.nio.ByteBuffer;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.utils.Utils;
import org.jspecify.annotations.Nullable;

/**
 * Limit on the bytes that one poll of a consumer unpacks. Kafka limits a poll by records, and a
 * fetch by compressed bytes: a fetch of 1 MiB can hold a thousand records of 1 MiB each.
 *
 * <p>A consumer unpacks record by record, and passes each to its deserializers at once. At the
 * limit they refuse the next record: the consumer hands over those before it, keeps the refused one
 * with the rest of what it fetched, and offers it again in the next poll ({@code
 * CompletedFetch.fetchRecords}). So nothing is fetched or unpacked twice, as it would be after a
 * seek. A first record is never refused, whatever its size.
 *
 * <p>A consumer writes two lines for each refusal into the log of {@code CompletedFetch}, which has
 * no other lines of that level and which our logging switches off.
 *
 * <p>For one consumer and its thread.
 */
final class PollBytes {
  private final long most;
  private long unpacked;
  private @Nullable Headers counted;

  /** A limit in bytes, which one record may exceed. */
  PollBytes(long most) {
    this.most = most;
  }

  /** Begins a poll. */
  void begin() {
    unpacked = 0;
    counted = null;
  }

  /** A deserializer of keys or of values; the consumer has one of each. */
  Deserializer<byte[]> deserializer() {
    return new Counting();
  }

  /** Begins a record. Its key and its value have the same headers object. */
  private void begin(Headers record) {
    if (record == counted) {
      return;
    }
    if (unpacked >= most) {
      throw new Full();
    }
    counted = record;
    for (var header : record) {
      var value = header.value(); // reading it releases the unpacked record that holds it
      unpacked += header.key().length() + (value == null ? 0 : value.length);
    }
  }

  private final class Counting implements Deserializer<byte[]> {
    @Override
    public byte[] deserialize(String topic, byte[] data) {
      return data;
    }

    @Override
    public byte[] deserialize(String topic, Headers headers, ByteBuffer data) {
      begin(headers);
      unpacked += data.remaining();
      return Utils.toArray(data);
    }
  }

  /** Refusal of a record in this poll. It has no stack trace, as it is thrown regularly. */
  private static final class Full extends RuntimeException {
    private static final long serialVersionUID = 1;

    Full() {
      super("the next poll begins with this record", null, false, false);
    }
  }
}

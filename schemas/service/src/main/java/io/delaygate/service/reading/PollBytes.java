package io.delaygate.service.reading;

import java.nio.ByteBuffer;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.utils.Utils;
import org.jspecify.annotations.Nullable;

/**
 * Upper bound of the bytes that one poll of a consumer unpacks. A poll is bounded by records, and
 * what is fetched for it by compressed bytes: a fetch of 1 MiB can hold a thousand records of 1 MiB
 * each.
 *
 * <p>A consumer unpacks record by record, and gives each to its deserializers at once. When a poll
 * has had enough, they refuse the next record: the consumer hands over those before it, keeps the
 * refused one with the rest of what it fetched, and offers it again in the next poll ({@code
 * CompletedFetch.fetchRecords}). So nothing is fetched or unpacked twice, as it would be if the
 * rest were thrown away and sought again. A first record is never refused, whatever its size.
 *
 * <p>A consumer writes two lines for each refusal into the log of {@code CompletedFetch}, which has
 * no other lines of that level and is switched off by our logging.
 *
 * <p>For one consumer, and its thread.
 */
final class PollBytes {
  private final long most;
  private long unpacked;
  private @Nullable Headers counted;

  /** At most so many bytes, and one record. */
  PollBytes(long most) {
    this.most = most;
  }

  /** A poll begins. */
  void begin() {
    unpacked = 0;
    counted = null;
  }

  /** A deserializer of keys or of values; the consumer has one of each. */
  Deserializer<byte[]> deserializer() {
    return new Counting();
  }

  /** The headers of a record are one object, by which its value is known to belong to its key. */
  private void begin(Headers record) {
    if (record == counted) {
      return;
    }
    if (unpacked >= most) {
      throw new Full();
    }
    counted = record;
    for (var header : record) {
      var value = header.value(); // which lets go of the unpacked record that it is a part of
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

  /**
   * Refusal of a record in this poll. Without a stack trace: it is thrown as a matter of course.
   */
  private static final class Full extends RuntimeException {
    private static final long serialVersionUID = 1;

    Full() {
      super("the next poll begins with this record", null, false, false);
    }
  }
}

package io.delaygate.gateway.jobs;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.delaygate.schemas.contract.DelayHeader;
import io.delaygate.schemas.contract.JobId;
import io.delaygate.schemas.contract.Limits;
import java.util.Arrays;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * Rejected command as it is listed: a few kilobytes, whatever the size of its dead letter. It lacks
 * its value and its own headers, and has only the beginning of an id that is too long.
 *
 * @param id what names its job, the header {@code delay-id} or else the key, valid or not; null
 *     without both
 * @param idBytes length of that in the dead letter; 0 without one
 * @param rejectedMs time of the rejection, epoch milliseconds
 * @param source where the command stood
 * @param letter where its dead letter stands
 */
@SuppressWarnings("ArrayRecordComponent")
record RejectedCommand(
    byte @Nullable [] id,
    int idBytes,
    long rejectedMs,
    String reason,
    String reasonText,
    Place source,
    Place letter) {
  /** Header that dead letters of commands have, and those of jobs do not. */
  private static final String SOURCE = DelayHeader.SOURCE_PREFIX + "topic";

  /** The longest job id, and some more to recognize a longer one by. */
  private static final int ID_HEAD_BYTES = 4 * Limits.ID_BYTES;

  /** Ours are shorter, but other writers to the topic may write anything. */
  private static final int TEXT_BYTES = 2 * 1024;

  /** A place in a topic; -1 for a number that cannot be read. */
  record Place(String topic, long partition, long offset) {}

  /** The rejected command of a dead letter; empty for the dead letter of a job. */
  static Optional<RejectedCommand> read(ConsumerRecord<byte[], byte[]> letter) {
    var headers = letter.headers();
    if (headers.lastHeader(SOURCE) == null) {
      return Optional.empty();
    }
    var header = headers.lastHeader(DelayHeader.ID.headerName());
    var id = header == null ? letter.key() : header.value();
    return Optional.of(
        new RejectedCommand(
            id == null ? null : head(id, ID_HEAD_BYTES),
            id == null ? 0 : id.length,
            letter.timestamp(),
            text(headers, DelayHeader.REASON),
            text(headers, DelayHeader.REASON_TEXT),
            new Place(
                text(headers, SOURCE),
                number(headers, DelayHeader.SOURCE_PREFIX + "partition"),
                number(headers, DelayHeader.SOURCE_PREFIX + "offset")),
            new Place(letter.topic(), letter.partition(), letter.offset())));
  }

  /**
   * Whether the command belongs to this namespace: to the default one, unless its id names another.
   */
  boolean isOf(String namespace) {
    var own = id == null ? JobId.DEFAULT_NAMESPACE : new JobId(new String(id, UTF_8)).namespace();
    return own.equals(namespace);
  }

  private static String text(Headers headers, String name) {
    var header = headers.lastHeader(name);
    return header == null || header.value() == null
        ? ""
        : new String(head(header.value(), TEXT_BYTES), UTF_8);
  }

  /** The first bytes of a text; ends between two characters, if it is UTF-8. */
  private static byte[] head(byte[] bytes, int most) {
    var end = Math.min(most, bytes.length);
    while (end > 0 && end < bytes.length && (bytes[end] & 0xC0) == 0x80 && end > most - 4) {
      end--;
    }
    return end == bytes.length ? bytes : Arrays.copyOf(bytes, end);
  }

  /** Whether {@link #id} is only the beginning of it. */
  boolean isIdCut() {
    return id != null && id.length < idBytes;
  }

  /**
   * The number in a header; -1 if it cannot be read, as other programs may write to the topic, too.
   */
  private static long number(Headers headers, String name) {
    try {
      return Long.parseLong(text(headers, name));
    } catch (NumberFormatException notOurs) {
      return -1;
    }
  }
}

package io.delaygate.gateway.jobs;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.delaygate.schemas.contract.JobId;
import io.delaygate.schemas.contract.Limits;
import java.util.Arrays;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * Rejected command as it is listed: a few kilobytes, whatever the size of its dead letter. It lacks
 * its value and its own headers, and has only the beginning of a key that is too long to be a job
 * id.
 *
 * @param key of the command, which is its job id if it is valid
 * @param keyBytes length of the key in the dead letter; 0 without one
 * @param rejectedMs time of the rejection, epoch milliseconds
 * @param source where the command stood
 * @param letter where its dead letter stands
 */
@SuppressWarnings("ArrayRecordComponent")
record RejectedCommand(
    byte @Nullable [] key,
    int keyBytes,
    long rejectedMs,
    String reason,
    String reasonText,
    Place source,
    Place letter) {
  /** Header that dead letters of commands have, and those of jobs do not. */
  private static final String SOURCE = "delay-source-topic";

  /** The longest job id, and some more to recognize a longer key by. */
  private static final int KEY_BYTES = 4 * Limits.ID_BYTES;

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
    return Optional.of(
        new RejectedCommand(
            letter.key() == null ? null : head(letter.key(), KEY_BYTES),
            Math.max(0, letter.serializedKeySize()),
            letter.timestamp(),
            text(headers, "delay-reason"),
            text(headers, "delay-reason-text"),
            new Place(
                text(headers, SOURCE),
                number(headers, "delay-source-partition"),
                number(headers, "delay-source-offset")),
            new Place(letter.topic(), letter.partition(), letter.offset())));
  }

  /**
   * Whether the command belongs to this namespace: to the default one, unless its key names
   * another.
   */
  boolean isOf(String namespace) {
    var own = key == null ? JobId.DEFAULT_NAMESPACE : new JobId(new String(key, UTF_8)).namespace();
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

  /** Whether {@link #key} is only the beginning of the key. */
  boolean isKeyCut() {
    return key != null && key.length < keyBytes;
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

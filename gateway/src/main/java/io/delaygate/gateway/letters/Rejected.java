package io.delaygate.gateway.letters;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.delaygate.schemas.contract.JobId;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * A rejected command, without its value and its own headers: of those there can be 64 KiB each.
 *
 * @param key of the command, which is its job id if it is legal
 * @param rejectedMs when, epoch milliseconds
 * @param source where the command stood
 * @param letter where its dead letter stands
 */
@SuppressWarnings("ArrayRecordComponent")
record Rejected(
    byte @Nullable [] key,
    long rejectedMs,
    String reason,
    String reasonText,
    Place source,
    Place letter) {
  /** What dead letters of commands have, and those of jobs have not. */
  private static final String SOURCE = "delay-source-topic";

  /** A place in a topic; -1 for a number that cannot be read. */
  record Place(String topic, long partition, long offset) {}

  /** What a dead letter says; null if it is one of a job. */
  static @Nullable Rejected read(ConsumerRecord<byte[], byte[]> letter) {
    var headers = letter.headers();
    if (headers.lastHeader(SOURCE) == null) {
      return null;
    }
    return new Rejected(
        letter.key(),
        letter.timestamp(),
        text(headers, "delay-reason"),
        text(headers, "delay-reason-text"),
        new Place(
            text(headers, SOURCE),
            number(headers, "delay-source-partition"),
            number(headers, "delay-source-offset")),
        new Place(letter.topic(), letter.partition(), letter.offset()));
  }

  /** Whose command it was; the default namespace's, unless its key names another. */
  String namespace() {
    return key == null ? JobId.DEFAULT_NAMESPACE : new JobId(new String(key, UTF_8)).namespace();
  }

  private static String text(Headers headers, String name) {
    var header = headers.lastHeader(name);
    return header == null || header.value() == null ? "" : new String(header.value(), UTF_8);
  }

  /** Whoever writes to the topic of dead letters besides the scheduler may write anything. */
  private static long number(Headers headers, String name) {
    try {
      return Long.parseLong(text(headers, name));
    } catch (NumberFormatException notOurs) {
      return -1;
    }
  }
}

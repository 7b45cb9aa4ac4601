package io.delaygate.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.delaygate.schemas.contract.DelayHeader;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/**
 * Formatter of a target's record as one line of the verb {@code tail}.
 *
 * @param json whether to print the whole record as JSON, for scripts
 */
record RecordText(boolean json) {
  /** Characters of a key and a value in a line for people. */
  private static final int KEY_SHOWN = 40;

  private static final int VALUE_SHOWN = 200;

  private static final String NOTHING = "-";

  /** The line without a line end. */
  String of(ConsumerRecord<byte[], byte[]> record) {
    var dueMs = number(text(record.headers().lastHeader(DelayHeader.JOB_DUE_MS)));
    // the timestamp is that of the delivery, by the scheduler's clock or the broker's
    var lateness = dueMs == null ? null : record.timestamp() - dueMs;
    return json
        ? TerminalEscaper.json(json(record, dueMs, lateness).toString())
        : line(record, lateness);
  }

  private static String line(ConsumerRecord<byte[], byte[]> record, @Nullable Long lateness) {
    var late = lateness == null ? NOTHING : lateness + "ms";
    var id = text(record.headers().lastHeader(DelayHeader.JOB_ID));
    return TerminalEscaper.line(
        "%s  %d:%d  late %8s  %s  %s  %s"
            .formatted(
                TimeFormatter.iso(record.timestamp()),
                record.partition(),
                record.offset(),
                late,
                id == null ? NOTHING : id,
                TerminalEscaper.cut(shown(record.key()), KEY_SHOWN),
                TerminalEscaper.cut(shown(record.value()), VALUE_SHOWN)));
  }

  private static ObjectNode json(
      ConsumerRecord<byte[], byte[]> record, @Nullable Long dueMs, @Nullable Long lateness) {
    var json = JsonNodeFactory.instance.objectNode();
    json.put("topic", record.topic());
    json.put("partition", record.partition());
    json.put("offset", record.offset());
    json.put("timestampMs", record.timestamp());
    var id = text(record.headers().lastHeader(DelayHeader.JOB_ID));
    if (id != null) {
      json.put("id", id);
    }
    if (dueMs != null) {
      json.put("dueMs", dueMs);
      json.put("latenessMs", lateness);
    }
    put(json, "key", record.key());
    var headers = json.putArray("headers");
    for (var header : record.headers()) {
      put(headers.addObject().put("name", header.key()), "value", header.value());
    }
    put(json, "value", record.value());
    return json;
  }

  /** As the gateway does: text, base64 in a field with the suffix {@code Base64}, or null. */
  static void put(ObjectNode json, String name, byte @Nullable [] bytes) {
    if (bytes == null) {
      json.putNull(name);
      return;
    }
    var text = text(bytes);
    if (text == null) {
      json.put(name + "Base64", bytes);
    } else {
      json.put(name, text);
    }
  }

  private static String shown(byte @Nullable [] bytes) {
    if (bytes == null) {
      return "null";
    }
    var text = text(bytes);
    return text == null ? "(" + bytes.length + " bytes)" : text;
  }

  private static @Nullable String text(@Nullable Header header) {
    return header == null || header.value() == null ? null : text(header.value());
  }

  private static @Nullable String text(byte[] bytes) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException notUtf8) {
      return null;
    }
  }

  private static @Nullable Long number(@Nullable String digits) {
    return digits != null && digits.matches("\\d{1,18}") ? Long.valueOf(digits) : null;
  }
}

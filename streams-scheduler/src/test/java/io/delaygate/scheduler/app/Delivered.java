package io.delaygate.scheduler.app;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.kafka.streams.test.TestRecord;
import org.jspecify.annotations.Nullable;

/** Record that the scheduler produced, with its parts as text. */
record Delivered(TestRecord<byte[], byte[]> record) {
  String key() {
    return text(record.key());
  }

  String value() {
    return text(record.value());
  }

  long timestampMs() {
    return record.timestamp();
  }

  /** The last header with this name as text; {@code "null"} for a null value or no header. */
  String header(String name) {
    var header = record.headers().lastHeader(name);
    return text(header == null ? null : header.value());
  }

  String jobId() {
    return header("delay-job-id");
  }

  long dueMs() {
    return Long.parseLong(header("delay-job-due-ms"));
  }

  /** All headers in their order, as {@code name=value}. */
  List<String> headers() {
    return Arrays.stream(record.headers().toArray())
        .map(header -> header.key() + "=" + text(header.value()))
        .collect(Collectors.toList());
  }

  private static String text(byte @Nullable [] bytes) {
    return bytes == null ? "null" : new String(bytes, UTF_8);
  }
}

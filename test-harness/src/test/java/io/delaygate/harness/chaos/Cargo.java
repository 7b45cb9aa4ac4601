package io.delaygate.harness.chaos;

import io.delaygate.harness.broker.Reader;
import java.util.Arrays;
import java.util.Objects;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/**
 * Target and content of a job's delivery.
 *
 * @param value null if a command has none
 * @param headers the caller's own headers, in order, as text
 */
record Cargo(String topic, @Nullable String value, String headers) {

  /** The cargo of a command or a delivered record; headers with our prefix are left out. */
  static Cargo of(ConsumerRecord<byte[], byte[]> record, String topic) {
    var headers =
        Arrays.stream(record.headers().toArray())
            .filter(header -> !header.key().startsWith("delay"))
            .map(header -> header.key() + "=" + Reader.text(header.value()))
            .collect(Collectors.joining(","));
    return new Cargo(topic, Reader.text(record.value()), headers);
  }

  /** This cargo after a change, which may have some of the parts only. */
  Cargo changedBy(Cargo change) {
    return new Cargo(
        topic,
        Objects.requireNonNullElse(change.value, String.valueOf(value)),
        change.headers.isEmpty() ? headers : change.headers);
  }
}

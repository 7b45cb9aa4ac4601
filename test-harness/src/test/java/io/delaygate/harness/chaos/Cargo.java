package io.delaygate.harness.chaos;

import io.delaygate.harness.broker.Reader;
import java.util.Arrays;
import java.util.Objects;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/**
 * What a job delivers, and where to.
 *
 * @param value null when a command says none
 * @param headers of the caller, in order, as text
 */
record Cargo(String topic, @Nullable String value, String headers) {

  /** Of a command or of a delivered record; the caller's headers are those without our prefix. */
  static Cargo of(ConsumerRecord<byte[], byte[]> record, String topic) {
    var headers =
        Arrays.stream(record.headers().toArray())
            .filter(header -> !header.key().startsWith("delay"))
            .map(header -> header.key() + "=" + Reader.text(header.value()))
            .collect(Collectors.joining(","));
    return new Cargo(topic, Reader.text(record.value()), headers);
  }

  /** This one after a change that says so much. */
  Cargo changedBy(Cargo change) {
    return new Cargo(
        topic,
        Objects.requireNonNullElse(change.value, String.valueOf(value)),
        change.headers.isEmpty() ? headers : change.headers);
  }
}

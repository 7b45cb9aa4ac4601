package io.delaygate.harness.e2e;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.delaygate.harness.broker.Reader;
import java.io.IOException;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Record of a reply topic.
 *
 * @param to correlation id of the command, as text
 */
record Answer(String to, JsonNode json) {
  private static final ObjectMapper JSON = new ObjectMapper();

  static Answer of(ConsumerRecord<byte[], byte[]> record) {
    return new Answer(
        String.valueOf(Reader.header(record, "delay-correlation-id")), json(record.value()));
  }

  /** Value of a record, which must be JSON. */
  static JsonNode json(byte[] value) {
    try {
      return JSON.readTree(value);
    } catch (IOException notJson) {
      throw new AssertionError("not JSON: " + Reader.text(value), notJson);
    }
  }

  String outcome() {
    return json.path("outcome").asText();
  }

  /** The job after the command; a missing node when nothing is known of it. */
  JsonNode job() {
    return json.path("job");
  }

  /** The state of the job after the command; empty when nothing is known of it. */
  String state() {
    return job().path("state").asText();
  }

  /** Outcome, state and version in one line. */
  String text() {
    return "%s %s %s".formatted(outcome(), state(), job().path("version").asText()).strip();
  }
}

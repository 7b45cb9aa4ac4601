package io.delaygate.scheduler.app;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

/** Record with JSON that the scheduler produced: an outcome or an event. */
record Answer(Delivered record) {
  private static final ObjectMapper JSON = new ObjectMapper();

  String outcome() {
    return json().path("outcome").asText();
  }

  String correlation() {
    return record.header("delay-correlation-id");
  }

  /** The job as {@code STATE version}, empty without one. */
  String job() {
    var job = json().path("job");
    return job.isMissingNode() ? "" : job.path("state").asText() + " " + job.path("version");
  }

  String event() {
    return "%s %s %s"
        .formatted(
            json().path("event").asText(),
            json().at("/job/id").asText(),
            json().at("/job/version").asText());
  }

  JsonNode json() {
    try {
      return JSON.readTree(record.value());
    } catch (JsonProcessingException notJson) {
      throw new AssertionError(record.value(), notJson);
    }
  }
}

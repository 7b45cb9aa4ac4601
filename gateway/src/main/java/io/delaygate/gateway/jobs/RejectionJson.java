package io.delaygate.gateway.jobs;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.delaygate.gateway.outcome.CallerJobView;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Latest rejection of a command of an id, as a scheduler remembers it, in answers about the id. */
final class RejectionJson {
  private static final String REJECTED = "rejected";

  private RejectionJson() {}

  /** Adds the rejection to a job; nothing without one. */
  static void add(ObjectNode job, JsonNode answer) {
    if (answer.path(REJECTED) instanceof ObjectNode rejected) {
      job.set(REJECTED, CallerJobView.withIsoTimes(rejected));
    }
  }

  /** The sentence about an id that has no job. */
  static String missing(JsonNode answer) {
    var rejected = answer.path(REJECTED);
    if (rejected.isObject()) {
      return "the id has no job: a command of the id was rejected at %s with %s: %s"
          .formatted(
              moment(rejected.path("atMs")),
              rejected.path("reason").asText(),
              rejected.path("detail").asText());
    }
    if (answer.path("stale").booleanValue()) {
      return "a standby does not know the job; it may lag behind, so a recent job may still exist";
    }
    var fromMs = answer.path("rejectionsFromMs");
    var text = "the job is not pending and did not end recently";
    return fromMs.isIntegralNumber()
        ? text + "; no command of the id is known to be rejected since " + moment(fromMs)
        : text;
  }

  private static String moment(JsonNode ms) {
    return Instant.ofEpochMilli(ms.longValue()).truncatedTo(ChronoUnit.SECONDS).toString();
  }
}

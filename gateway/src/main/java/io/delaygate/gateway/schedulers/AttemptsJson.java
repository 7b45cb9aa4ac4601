package io.delaygate.gateway.schedulers;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.delaygate.gateway.outcome.CallerJobView;

/** JSON view of the attempts of an acknowledged job. */
public final class AttemptsJson {
  private AttemptsJson() {}

  /** The attempts in a scheduler's answer, oldest first, and the result of a finished job. */
  public static ObjectNode of(JsonNode answer) {
    var job = answer.path("job");
    var view = JsonNodeFactory.instance.objectNode();
    view.put("id", CallerJobView.localId(job.path("id").asText()));
    view.set("state", job.path("state"));
    var attempts = view.putArray("attempts");
    for (var attempt : answer.path("attempts")) {
      attempts.add(CallerJobView.withIsoTimes((ObjectNode) attempt));
    }
    if (answer.has("result")) {
      PayloadJson.bytes(view, "result", answer.path("result"));
    }
    return view.put("stale", answer.path("stale").booleanValue());
  }
}

package io.delaygate.gateway.schedulers;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.delaygate.gateway.outcome.CallerJobView;

/** JSON view of the timeline of a job. */
public final class TimelineJson {
  private TimelineJson() {}

  /** The changes in a scheduler's answer, oldest first, and how many of them were left out. */
  public static ObjectNode of(JsonNode answer) {
    var timeline = answer.path("timeline");
    if (!timeline.isObject()) {
      throw SchedulerReply.otherVersion();
    }
    var job = answer.path("job");
    var view = JsonNodeFactory.instance.objectNode();
    view.put("id", CallerJobView.localId(job.path("id").asText()));
    view.set("state", job.path("state"));
    var changes = view.putArray("changes");
    for (var change : timeline.path("changes")) {
      changes.add(CallerJobView.withIsoTimes((ObjectNode) change));
    }
    view.put("omitted", timeline.path("omitted").asInt());
    return view.put("stale", answer.path("stale").booleanValue());
  }
}

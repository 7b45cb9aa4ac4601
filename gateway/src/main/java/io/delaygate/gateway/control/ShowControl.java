package io.delaygate.gateway.control;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.delaygate.gateway.http.Parameters;
import io.delaygate.gateway.schedulers.QueryAnswer;
import io.javalin.http.Context;
import java.util.Set;
import java.util.TreeMap;

/**
 * {@code GET /v1/control} and {@code GET /v1/topics/{topic}/control}, from what this gateway has
 * read.
 */
public final class ShowControl {
  private final KnownControl known;

  /** Shows this. */
  public ShowControl(KnownControl known) {
    this.known = known;
  }

  /** Every target that something is decided about, by name. */
  public void all(Context ctx) {
    Parameters.of(ctx, Set.of());
    var json = JsonNodeFactory.instance.objectNode();
    var targets = json.putArray("targets");
    var nowMs = known.nowMs();
    new TreeMap<>(known.view().targets())
        .forEach(
            (topic, control) ->
                targets.add(ControlJson.of(Subject.ofTopic(topic), control, nowMs)));
    QueryAnswer.json(ctx, json);
  }

  /** Whether a topic is paused, and for how long, to be written on. */
  public ObjectNode pause(String topic) {
    return ControlJson.pause(known.of(topic), known.nowMs());
  }

  /** One target, existing or not. */
  public void topic(Context ctx) {
    Parameters.of(ctx, Set.of());
    var subject = Subject.topic(ctx);
    QueryAnswer.json(ctx, ControlJson.of(subject, known.of(subject.topic()), known.nowMs()));
  }
}

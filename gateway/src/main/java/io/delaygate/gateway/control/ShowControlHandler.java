package io.delaygate.gateway.control;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.delaygate.gateway.http.QueryParameters;
import io.delaygate.gateway.schedulers.QueryResponder;
import io.javalin.http.Context;
import java.util.Set;
import java.util.TreeMap;

/**
 * Handler of {@code GET /v1/control} and {@code GET /v1/topics/{topic}/control}: the decisions
 * about targets that this gateway has read.
 */
public final class ShowControlHandler {
  private final ControlCache known;

  /** Shows the decisions of this cache. */
  public ShowControlHandler(ControlCache known) {
    this.known = known;
  }

  /** Shows every target that has a decision, by name. */
  public void all(Context ctx) {
    QueryParameters.of(ctx, Set.of());
    var json = JsonNodeFactory.instance.objectNode();
    var targets = json.putArray("targets");
    var nowMs = known.nowMs();
    new TreeMap<>(known.view().targets())
        .forEach(
            (topic, control) ->
                targets.add(ControlJson.of(ControlSubject.ofTopic(topic), control, nowMs)));
    QueryResponder.json(ctx, json);
  }

  /** Whether a topic is paused, and for how long, as JSON that may be added to. */
  public ObjectNode pause(String topic) {
    return ControlJson.pause(known.of(topic), known.nowMs());
  }

  /** Shows one target, existing or not. */
  public void topic(Context ctx) {
    QueryParameters.of(ctx, Set.of());
    var subject = ControlSubject.topic(ctx);
    QueryResponder.json(ctx, ControlJson.of(subject, known.of(subject.topic()), known.nowMs()));
  }
}

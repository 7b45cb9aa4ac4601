package io.delaygate.gateway.control;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.delaygate.gateway.query.Parameters;
import io.delaygate.gateway.query.QueryAnswer;
import io.delaygate.gateway.query.TopicPath;
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
        .forEach((topic, control) -> targets.add(ControlJson.of(topic, control, nowMs)));
    QueryAnswer.json(ctx, json);
  }

  /** One target, existing or not. */
  public void topic(Context ctx) {
    Parameters.of(ctx, Set.of());
    var topic = TopicPath.topic(ctx);
    QueryAnswer.json(ctx, ControlJson.of(topic, known.of(topic), known.nowMs()));
  }
}

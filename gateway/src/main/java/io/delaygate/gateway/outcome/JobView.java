package io.delaygate.gateway.outcome;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;

/** A job as the scheduler shows it, made ready for people. */
public final class JobView {
  private static final String MILLIS = "Ms";

  private JobView() {}

  /**
   * The same fields, and after each time in epoch milliseconds ({@code dueMs}) the same as ISO-8601
   * ({@code due}). The given view stays as it is.
   */
  public static ObjectNode withIsoTimes(ObjectNode view) {
    var json = JsonNodeFactory.instance.objectNode();
    view.properties().forEach(field -> add(json, field.getKey(), field.getValue()));
    return json;
  }

  private static void add(ObjectNode json, String name, JsonNode value) {
    json.set(name, value);
    if (name.endsWith(MILLIS) && value.isIntegralNumber()) {
      var iso = Instant.ofEpochMilli(value.longValue()).toString();
      json.put(name.substring(0, name.length() - MILLIS.length()), iso);
    }
  }
}

package io.delaygate.gateway.outcome;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.delaygate.schemas.contract.JobId;
import io.delaygate.schemas.job.JobTimes;
import java.time.Instant;

/**
 * JSON view of a job for its caller: the scheduler's view with times as ISO-8601 too, and with the
 * id without its namespace.
 */
public final class CallerJobView {
  private static final String MILLIS = "Ms";
  private static final String ID = "id";
  private static final String WAITING = "waiting";

  private CallerJobView() {}

  /**
   * The same fields, and after each time in epoch milliseconds ({@code dueMs}) the same as ISO-8601
   * ({@code due}); the id without its namespace; times that never come are left out. The given view
   * stays as it is.
   */
  public static ObjectNode withIsoTimes(ObjectNode view) {
    var json = JsonNodeFactory.instance.objectNode();
    view.properties().forEach(field -> add(json, field.getKey(), field.getValue()));
    return json;
  }

  /** An id without its namespace. */
  public static String localId(String stored) {
    return new JobId(stored).local();
  }

  private static void add(ObjectNode json, String name, JsonNode value) {
    if (name.equals(ID) && value.isTextual()) {
      json.put(ID, localId(value.textValue()));
      return;
    }
    if (name.endsWith(MILLIS) && value.asLong() == JobTimes.NEVER) {
      return; // such as the end of a lease that begins when a worker reserves the job
    }
    // the only part of a job that has times of its own
    var isWaiting = name.equals(WAITING) && value instanceof ObjectNode;
    json.set(name, isWaiting ? withIsoTimes((ObjectNode) value) : value);
    if (name.endsWith(MILLIS) && value.isIntegralNumber()) {
      var iso = Instant.ofEpochMilli(value.longValue()).toString();
      json.put(name.substring(0, name.length() - MILLIS.length()), iso);
    }
  }
}

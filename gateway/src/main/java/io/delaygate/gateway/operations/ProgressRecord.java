package io.delaygate.gateway.operations;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import org.jspecify.annotations.Nullable;

/** Codec of the record of an operation's progress. */
final class ProgressRecord {
  private static final String TOTAL = "total";
  private static final String COUNTS = "counts";
  private static final String CURSOR = "cursor";
  private static final String PLANNED = "planned";
  private static final String END = "end";
  private static final String WAITING = "waiting";
  private static final String ERROR = "error";

  private ProgressRecord() {}

  static byte[] encode(OperationProgress progress) {
    var json = OperationText.object();
    var mark = progress.mark();
    json.put("token", mark.token()).put("number", mark.number());
    json.put("atMs", mark.atMs()).put("perSecond", mark.perSecond());
    var counts = json.putObject(COUNTS);
    progress.counts().forEach(counts::put);
    if (progress.total() != null) {
      json.put(TOTAL, progress.total());
    }
    var place = progress.place();
    json.put("isLast", place.isLast());
    if (place.cursor() != null) {
      json.put(CURSOR, place.cursor());
    }
    var planned = json.putArray(PLANNED);
    for (var job : place.planned()) {
      planned.addArray().add(job.id()).add(job.version()).add(job.isUnsent() ? 1 : 0);
    }
    var condition = progress.condition();
    json.put("isReleased", condition.isReleased());
    put(json, END, condition.end() == null ? null : condition.end().name());
    put(json, WAITING, condition.waiting());
    put(json, ERROR, condition.error());
    return OperationText.bytes(json);
  }

  /**
   * The progress in a record.
   *
   * @throws IllegalArgumentException if it cannot be read
   */
  static OperationProgress decode(byte[] value) {
    var json = OperationText.parse(value);
    var counts = new LinkedHashMap<String, Long>();
    json.path(COUNTS)
        .properties()
        .forEach(count -> counts.put(count.getKey(), count.getValue().longValue()));
    var end = text(json, END);
    return new OperationProgress(
        new OperationProgress.Mark(
            json.path("token").asText(),
            json.path("number").longValue(),
            json.path("atMs").longValue(),
            json.path("perSecond").doubleValue()),
        number(json.path(TOTAL)),
        counts,
        place(json),
        new OperationProgress.Condition(
            end == null ? null : OperationState.valueOf(end),
            json.path("isReleased").booleanValue(),
            text(json, WAITING),
            text(json, ERROR)));
  }

  private static OperationPlace place(JsonNode json) {
    var planned = new ArrayList<PlannedJob>();
    for (var job : json.path(PLANNED)) {
      planned.add(
          new PlannedJob(job.path(0).asText(), number(job.path(1)), job.path(2).intValue() == 1));
    }
    return new OperationPlace(text(json, CURSOR), json.path("isLast").booleanValue(), planned);
  }

  private static @Nullable Long number(JsonNode node) {
    return node.isIntegralNumber() ? (Long) node.longValue() : null;
  }

  private static @Nullable String text(JsonNode json, String name) {
    return json.path(name).isTextual() ? json.path(name).textValue() : null;
  }

  private static void put(ObjectNode json, String name, @Nullable String text) {
    if (text != null) {
      json.put(name, text);
    }
  }
}

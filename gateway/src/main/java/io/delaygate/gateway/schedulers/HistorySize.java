package io.delaygate.gateway.schedulers;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.delaygate.gateway.outcome.CallerJobView;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Size and bounds of the history of ended jobs, merged from the answers of schedulers. */
final class HistorySize {
  /** Name of the figures in answers. */
  static final String NAME = "history";

  private static final String COMPLETE = "completeFromMs";
  private static final String RETENTION = "retentionMs";
  private static final String BOUND = "maxBytes";

  private HistorySize() {}

  /**
   * Entries and bytes of all partitions together, the bounds, and from when on all of them have
   * each job that ended. Where schedulers have other bounds, those that keep less count.
   *
   * @return empty if a scheduler of an older version answered, which has no figures: those of some
   *     partitions would look like all
   */
  static Optional<ObjectNode> of(List<JsonNode> answers) {
    var partitions = new ArrayList<JsonNode>();
    answers.forEach(
        answer -> answer.path("partitions").forEach(part -> partitions.add(part.path(NAME))));
    var bounds = answers.stream().map(answer -> answer.path(NAME)).toList();
    if (partitions.isEmpty()
        || !partitions.stream().allMatch(JsonNode::isObject)
        || !bounds.stream().allMatch(JsonNode::isObject)) {
      return Optional.empty();
    }
    var json =
        JsonNodeFactory.instance
            .objectNode()
            .put("entries", sum(partitions, "entries"))
            .put("bytes", sum(partitions, "bytes"))
            .put(RETENTION, least(bounds, RETENTION))
            .put("maxBytesPerPartition", leastBound(bounds));
    if (partitions.stream().allMatch(part -> part.has(COMPLETE))) {
      json.put(
          COMPLETE,
          partitions.stream()
              .mapToLong(part -> part.path(COMPLETE).longValue())
              .max()
              .orElseThrow());
    }
    return Optional.of(withIsoTime(json));
  }

  /** The retention is a length and not a time. */
  private static ObjectNode withIsoTime(ObjectNode json) {
    var complete = json.remove(COMPLETE);
    if (complete != null) {
      var time = JsonNodeFactory.instance.objectNode().set(COMPLETE, complete);
      json.setAll(CallerJobView.withIsoTimes((ObjectNode) time));
    }
    return json;
  }

  private static long sum(List<JsonNode> parts, String name) {
    return parts.stream().mapToLong(part -> part.path(name).longValue()).sum();
  }

  private static long least(List<JsonNode> bounds, String name) {
    return bounds.stream().mapToLong(bound -> bound.path(name).longValue()).min().orElse(0);
  }

  /** The smallest bound of the schedulers; 0 if none of them has one. */
  private static long leastBound(List<JsonNode> bounds) {
    return bounds.stream()
        .mapToLong(bound -> bound.path(BOUND).longValue())
        .filter(bytes -> bytes > 0)
        .min()
        .orElse(0);
  }
}

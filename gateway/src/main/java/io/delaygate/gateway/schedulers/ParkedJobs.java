package io.delaygate.gateway.schedulers;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.delaygate.gateway.outcome.CallerJobView;
import io.delaygate.schemas.job.JobState;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Counts of parked jobs by target and reason, with the schedulers' description of the reason.
 * Schedulers may see a target differently; then the jobs of each count under its own reason.
 */
final class ParkedJobs {
  private static final String REASON = "reason";
  private static final String TEXT = "reasonText";
  private static final String JOBS = "jobs";
  private static final List<String> TIMES = List.of("sinceMs", "firstDueMs", "nextTryMs");

  private final Map<String, SortedMap<String, ObjectNode>> topics = new HashMap<>();

  /**
   * Adds up answers.
   *
   * @param answers of schedulers; those of an older version have no reasons and do not count
   */
  ParkedJobs(List<JsonNode> answers) {
    answers.forEach(this::add);
  }

  private void add(JsonNode answer) {
    var jobs = new HashMap<String, Long>();
    for (var partition : answer.path("partitions")) {
      for (var count : partition.path("counts")) {
        if (count.path("state").asText().equals(JobState.PARKED.name())) {
          jobs.merge(count.path("topic").asText(), count.path(JOBS).longValue(), Long::sum);
        }
      }
    }
    for (var why : answer.path("parked")) {
      var topic = why.path("topic").asText();
      var parked = jobs.get(topic);
      if (parked != null) {
        topics
            .computeIfAbsent(topic, each -> new TreeMap<>())
            .merge(why.path(REASON).asText(), reason(why, parked), ParkedJobs::together);
      }
    }
  }

  private static ObjectNode reason(JsonNode why, long jobs) {
    var json = JsonNodeFactory.instance.objectNode();
    json.set(REASON, why.path(REASON));
    json.set(TEXT, why.path(TEXT));
    json.put(JOBS, jobs);
    for (var time : TIMES) {
      if (why.has(time)) {
        json.set(time, why.path(time));
      }
    }
    return json;
  }

  /**
   * Merges two counts of a reason. The earlier of each time holds: since then jobs wait, and then
   * the next try follows.
   */
  private static ObjectNode together(ObjectNode one, ObjectNode other) {
    one.put(JOBS, one.path(JOBS).longValue() + other.path(JOBS).longValue());
    for (var time : TIMES) {
      if (other.has(time)) {
        var ms = other.path(time).longValue();
        one.put(time, Math.min(ms, one.path(time).asLong(ms)));
      }
    }
    return one;
  }

  /** Writes the reasons why jobs of a target are parked; nothing if none is parked. */
  void put(ObjectNode json, String topic) {
    var reasons = topics.get(topic);
    if (reasons != null) {
      var list = json.putArray("parked");
      reasons.values().forEach(reason -> list.add(CallerJobView.withIsoTimes(reason)));
    }
  }
}

package io.delaygate.gateway.schedulers;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.delaygate.gateway.outcome.CallerJobView;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Overview of all instances, merged from their answers. */
final class Overview {
  private final ScatterResult round;
  private final long nowMs;
  private final Map<String, JsonNode> found = new TreeMap<>();
  private final Set<Integer> answered = new TreeSet<>();

  /**
   * Creates the overview of these answers.
   *
   * @param nowMs its time when no instance answered, epoch milliseconds
   */
  Overview(ScatterResult round, long nowMs) {
    this.round = round;
    this.nowMs = nowMs;
    round
        .replies()
        .forEach(
            (url, reply) -> {
              if (reply instanceof SchedulerReply.Found answer) {
                found.put(url, answer.json());
                answer.json().path("partitions").forEach(this::answered);
              }
            });
  }

  private void answered(JsonNode partition) {
    answered.add(partition.path("partition").intValue());
  }

  /** The whole overview, or the part of one namespace. */
  ObjectNode json(@Nullable String namespace) {
    var told = new JobStatistics(answers());
    var json = namespace == null ? told.all() : told.within(namespace);
    json.remove(List.of("topics", "endpoints")); // thousands; callers get them with the counts
    if (found.isEmpty()) {
      json.put("asOfMs", nowMs);
      json = CallerJobView.withIsoTimes(json);
    }
    var missing = round.missing(answered);
    missing.forEach(json.putArray("missing")::add);
    if (!missing.isEmpty()) {
      told.markUnknown(json, answered.isEmpty());
      json.remove(HistorySize.NAME);
    }
    json.set("due", due());
    if (namespace == null) {
      EmissionStats.of(List.copyOf(found.values())).put(json, !answered.isEmpty());
      json.set("overdue", overdue(json, missing.isEmpty()));
      var instances = json.putArray("instances");
      round.replies().forEach((url, reply) -> instances.add(instance(url, reply)));
    }
    return json;
  }

  private ObjectNode overdue(ObjectNode json, boolean isNoneMissing) {
    var claimed = found.values().stream().mapToInt(answer -> answer.path("partitions").size());
    var isComplete = isNoneMissing && claimed.sum() == answered.size();
    var parked = json.at("/states/PARKED");
    return new OverdueStats(found.values(), isComplete)
        .json(parked.isNull() ? null : parked.longValue(), json.path("asOfMs").longValue());
  }

  /** A partition that moved between two answers is counted once. */
  private List<SchedulerQueryClient.Answer> answers() {
    var answers = new ArrayList<SchedulerQueryClient.Answer>();
    var seen = new TreeSet<Integer>();
    found.forEach(
        (url, json) -> {
          var own = ((ObjectNode) json).deepCopy();
          var partitions = own.putArray("partitions");
          for (var partition : json.path("partitions")) {
            if (seen.add(partition.path("partition").intValue())) {
              partitions.add(partition);
            }
          }
          answers.add(
              new SchedulerQueryClient.Answer(
                  url, Set.copyOf(seen), new SchedulerReply.Found(own)));
        });
    return answers;
  }

  /**
   * Sums the histograms of due jobs, whose spans are the same everywhere; exact as far as all of
   * them are.
   */
  private ObjectNode due() {
    var sums = new TreeMap<Integer, ObjectNode>();
    var due = JsonNodeFactory.instance.objectNode();
    for (var answer : found.values()) {
      var one = answer.path("due");
      due.set("fromMs", one.path("fromMs"));
      due.set("behind", one.path("behind"));
      var exactMs = one.path("exactToMs").longValue();
      due.put("exactToMs", Math.min(exactMs, due.path("exactToMs").asLong(exactMs)));
      for (var i = 0; i < one.path("spans").size(); i++) {
        sums.merge(i, one.at("/spans/" + i).deepCopy(), Overview::sum);
      }
    }
    if (answered.isEmpty()) { // an instance that owns nothing tells of no jobs
      sums.clear();
      due.put("fromMs", nowMs).put("behind", "least").put("exactToMs", nowMs);
    }
    due.putArray("spans").addAll(sums.values());
    return due;
  }

  private static ObjectNode sum(ObjectNode one, ObjectNode other) {
    var jobs = JsonNodeFactory.instance.arrayNode();
    for (var i = 0; i < one.path("jobs").size(); i++) {
      jobs.add(one.path("jobs").get(i).longValue() + other.path("jobs").path(i).longValue());
    }
    one.set("jobs", jobs);
    return one;
  }

  private ObjectNode instance(String url, SchedulerReply reply) {
    var json = JsonNodeFactory.instance.objectNode().put("url", url);
    if (reply instanceof SchedulerReply.Found answer) {
      json.put("health", answer.json().path("ready").booleanValue() ? "ready" : "not ready");
      json.put("why", answer.json().path("why").asText());
      json.put("perSecond", EmissionStats.of(List.of(answer.json())).perSecond());
      json.put("active", answer.json().path("partitions").size());
    } else {
      // the reason stays in the gateway's log, as it may hold details of the installation
      json.put("health", "away").put("why", "").putNull("perSecond").putNull("active");
    }
    return json.put("standby", round.assignment().standbys(url));
  }
}

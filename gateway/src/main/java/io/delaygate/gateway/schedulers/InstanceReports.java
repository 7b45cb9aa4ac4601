package io.delaygate.gateway.schedulers;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.delaygate.gateway.http.CallTrace;
import io.delaygate.service.query.QueryPath;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;

/**
 * Reports of all scheduler instances about themselves, by address, and what is missing.
 *
 * @param found what those said that answered; a partition is in one report only
 * @param away instances that did not answer
 * @param foreign instances of another version, which do not know the query
 * @param missing partitions that no report has
 * @param standbys number of instances with a copy, by partition
 */
public record InstanceReports(
    Map<String, JsonNode> found,
    Set<String> away,
    Set<String> foreign,
    Set<Integer> missing,
    Map<Integer, Integer> standbys) {

  /**
   * Asks all instances. One that is slow counts as away.
   *
   * @return fails with {@code QUERY_UNAVAILABLE} while no instance is known
   */
  public static CompletableFuture<InstanceReports> ask(SchedulerQueryClient questions) {
    // of no caller's share: the answer is for all callers
    return questions.askEach(CallTrace.NONE, QueryPath.HEALTH).thenApply(InstanceReports::of);
  }

  private static InstanceReports of(ScatterResult round) {
    var found = new TreeMap<String, JsonNode>();
    var away = new TreeSet<String>();
    var foreign = new TreeSet<String>();
    var seen = new TreeSet<Integer>();
    round
        .replies()
        .forEach(
            (url, reply) -> {
              if (reply instanceof SchedulerReply.Found answer) {
                found.put(url, withNewPartitions(answer.json(), seen));
              } else if (reply instanceof SchedulerReply.NotUnderstood) {
                foreign.add(url);
              } else {
                away.add(url);
              }
            });
    var assignment = round.assignment();
    var missing = round.missing(seen);
    if (!foreign.isEmpty()) {
      missing.removeIf(partition -> foreign.contains(assignment.active().get(partition)));
    }
    var standbys = new TreeMap<Integer, Integer>();
    for (var partition : assignment.all()) {
      standbys.put(partition, assignment.standby().getOrDefault(partition, List.of()).size());
    }
    return new InstanceReports(found, away, foreign, missing, standbys);
  }

  /** A partition that moved between two answers is counted once. */
  private static JsonNode withNewPartitions(JsonNode json, Set<Integer> seen) {
    var own = ((ObjectNode) json).deepCopy();
    var partitions = own.putArray("partitions");
    for (var partition : json.path("partitions")) {
      if (seen.add(partition.path("partition").intValue())) {
        partitions.add(partition);
      }
    }
    return own;
  }

  /** Counts of jobs in all reports. */
  public JobStatistics statistics() {
    var answers = new ArrayList<SchedulerQueryClient.Answer>();
    found.forEach(
        (url, json) ->
            answers.add(
                new SchedulerQueryClient.Answer(url, Set.of(), new SchedulerReply.Found(json))));
    return new JobStatistics(answers);
  }
}

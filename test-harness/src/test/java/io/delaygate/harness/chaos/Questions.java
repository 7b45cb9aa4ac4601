package io.delaygate.harness.chaos;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.delaygate.harness.process.Metrics;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

/** Queries to an installation without load about its jobs. */
final class Questions {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration LIMIT = Duration.ofSeconds(30);

  /** Number of queried results; enough to show that results are kept. */
  private static final int RESULTS = 50;

  private final Rig rig;

  Questions(Rig rig) {
    this.rig = rig;
  }

  /**
   * Queries the counts of each gateway, the listings of one gateway, and audits of all partitions.
   *
   * @param finished finished jobs, some of whose results are queried
   */
  Answers ask(Set<String> finished) {
    var port = rig.gateway(0).port();
    return new Answers(
        IntStream.range(0, Shape.GATEWAYS).mapToObj(i -> counts(rig.gateway(i).port())).toList(),
        listed(port, "jobs", "jobs"),
        listed(port, "dead-letters", "deadLetters"),
        finished.stream()
            .sorted()
            .limit(RESULTS)
            .collect(Collectors.toMap(Function.identity(), id -> result(port, id))),
        IntStream.range(0, Rig.PARTITIONS)
            .mapToObj(this::audit)
            .filter(audit -> !audit.path("agrees").asBoolean())
            .map(JsonNode::toString)
            .toList());
  }

  private static Answers.Counts counts(int port) {
    var json = ask(port, "/v1/stats");
    var states = json.path("states");
    return new Answers.Counts(
        json.path("jobs").asLong(-1),
        states.path("READY").asLong(-1) + states.path("RESERVED").asLong(-1),
        states.path("DEAD").asLong(-1));
  }

  private static String result(int port, String id) {
    var attempts = ask(port, "/v1/jobs/" + id + "/attempts");
    return attempts.path("state").asText().equals("DONE")
        ? attempts.path("result").asText()
        : attempts.toString();
  }

  private static Set<String> listed(int port, String path, String name) {
    var ids = new HashSet<String>();
    var cursor = "";
    do {
      var page = ask(port, "/v1/" + path + "?limit=1000" + cursor);
      page.path(name).forEach(job -> ids.add(job.path("id").asText()));
      cursor = page.has("cursor") ? "&cursor=" + page.path("cursor").asText() : "";
    } while (!cursor.isEmpty());
    return ids;
  }

  private JsonNode audit(int partition) {
    var path = "/internal/v1/partitions/" + partition + "/audit";
    return Awaitility.await()
        .atMost(LIMIT)
        .until(
            () ->
                IntStream.range(0, Shape.SCHEDULERS)
                    .map(i -> rig.scheduler(i).process().queryPort())
                    .mapToObj(port -> tryToAsk(port, path))
                    .flatMap(Optional::stream)
                    .findFirst(),
            Optional::isPresent)
        .orElseThrow();
  }

  private static JsonNode ask(int port, String path) {
    try {
      return Awaitility.await()
          .atMost(LIMIT)
          .until(() -> tryToAsk(port, path), Optional::isPresent)
          .orElseThrow();
    } catch (ConditionTimeoutException unanswered) {
      var last = Metrics.get(port, path).map(HttpResponse::body).orElse("nothing");
      throw new IllegalStateException(path + " answers " + last, unanswered);
    }
  }

  /** The answer; empty if there is none or a stale one. */
  static Optional<JsonNode> tryToAsk(int port, String path) {
    return Metrics.get(port, path)
        .filter(answer -> answer.statusCode() == 200)
        .map(answer -> json(answer.body()))
        .filter(answer -> !answer.path("stale").asBoolean());
  }

  private static JsonNode json(String body) {
    try {
      return JSON.readTree(body);
    } catch (JsonProcessingException notJson) {
      throw new IllegalStateException("not JSON: " + body, notJson);
    }
  }
}

package io.delaygate.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Bulk operation on many jobs, in repeated calls until all are handled. A gateway works for some
 * seconds per call and returns its progress; this class adds up the counts. Used once.
 */
final class Bulk {
  /** Largest number of jobs in one call. */
  private static final int CALL_MAX = 10_000;

  /** Undecided results: the change may still happen, or has to be requested again. */
  private static final List<String> OPEN = List.of("unanswered", "failed");

  private static final List<String> REFUSED = List.of("alreadyDelivered", "notFound", "stale");

  private final Session session;
  private final GatewayClient gateway;
  private final String path;
  private final Consumer<JsonNode> answers;
  private final Map<String, Long> counts = new LinkedHashMap<>();
  private boolean incomplete;

  /**
   * An operation at a path.
   *
   * @param answers receives each answer of the gateway
   */
  Bulk(Session session, GatewayClient gateway, String path, Consumer<JsonNode> answers) {
    this.session = session;
    this.gateway = gateway;
    this.path = path;
    this.answers = answers;
  }

  /** Handles the jobs with these ids. */
  Bulk ids(List<String> ids) {
    var begun = 0;
    var goesOn = true;
    while (goesOn) {
      var body = JsonNodeFactory.instance.objectNode();
      var list = body.putArray("ids");
      ids.subList(begun, Math.min(ids.size(), begun + CALL_MAX)).forEach(list::add);
      var answer = ask(body);
      for (var result : answer.path("results")) {
        if (result.path("problem") instanceof ObjectNode problem) {
          session.tell(result.path("id").asText() + ": " + GatewayReply.said(problem));
        }
      }
      var results = answer.path("results").size();
      begun += results;
      goesOn = begun < ids.size() && results > 0 && !isBroken();
    }
    if (begun < ids.size()) {
      session.tell("From '%s' on nothing was tried: repeat these.".formatted(ids.get(begun)));
      count("failed", ids.size() - begun);
    }
    return this;
  }

  /**
   * Handles the jobs that match a filter.
   *
   * @param body holds the filter; gets the limit and cursor of each call
   * @param limit greatest number of jobs
   */
  Bulk found(ObjectNode body, long limit) {
    var left = limit;
    var cursor = "";
    var goesOn = true;
    while (goesOn) {
      body.put("limit", Math.min(left, CALL_MAX));
      var before = handled();
      var answer = ask(body);
      left -= handled() - before;
      var next = answer.path("cursor").asText();
      // no progress: the job at this place cannot be changed now
      goesOn = !next.isEmpty() && !next.equals(cursor) && left > 0 && !isBroken();
      cursor = next;
      body.put("cursor", cursor);
    }
    if (!cursor.isEmpty()) {
      endEarly(left == 0);
    }
    return this;
  }

  /**
   * Handles the first jobs of a list. Handled jobs leave the list, so that no call needs a cursor.
   *
   * @param limit greatest number of jobs
   */
  Bulk first(long limit) {
    var body = JsonNodeFactory.instance.objectNode();
    var left = limit;
    var goesOn = true;
    var done = false;
    while (goesOn) {
      body.put("limit", Math.min(left, CALL_MAX));
      var before = handled();
      done = ask(body).path("done").booleanValue();
      var more = handled() - before;
      left -= more;
      goesOn = !done && more > 0 && left > 0 && !isBroken();
    }
    if (!done) {
      endEarly(left == 0);
    }
    return this;
  }

  /** Makes one call. */
  Bulk once(ObjectNode body) {
    ask(body);
    return this;
  }

  /** Deletes the resource of the path; each call deletes a part of its contents. */
  Bulk deleted() {
    var goesOn = true;
    while (goesOn) {
      var before = handled();
      var answer = counted(gateway.call("DELETE", path).orThrow());
      goesOn = !answer.path("deleted").booleanValue();
      if (goesOn && (handled() == before || isBroken())) {
        endEarly(false);
        goesOn = false;
      }
    }
    return this;
  }

  private void endEarly(boolean asWanted) {
    if (asWanted) {
      session.tell("There may be more: raise --limit.");
    } else {
      session.tell("Not all was looked at, as it went no further: try again.");
      incomplete = true;
    }
  }

  private ObjectNode ask(ObjectNode body) {
    return counted(gateway.call("POST", path, body).orThrow());
  }

  private ObjectNode counted(ObjectNode answer) {
    answers.accept(answer);
    answer
        .properties()
        .forEach(
            field -> {
              if (field.getValue().isIntegralNumber()) {
                count(field.getKey(), field.getValue().longValue());
              }
            });
    return answer;
  }

  private void count(String name, long more) {
    counts.merge(name, more, Long::sum);
  }

  private long handled() {
    return counts.values().stream().mapToLong(Long::longValue).sum();
  }

  private boolean isBroken() {
    return counts.getOrDefault("failed", 0L) > 0;
  }

  /**
   * The counts in words: {@code cancelled 3, not found 1}; zeros are left out except for the first.
   */
  String summary() {
    var first = counts.keySet().stream().findFirst().orElse("");
    return counts.entrySet().stream()
        .filter(count -> count.getValue() > 0 || count.getKey().equals(first))
        .map(count -> words(count.getKey()) + " " + count.getValue())
        .collect(Collectors.joining(", "));
  }

  private static String words(String name) {
    return switch (name) {
      case "alreadyDelivered" -> "delivered before";
      case "notFound" -> "not found";
      case "stale" -> "changed meanwhile";
      case "unanswered" -> "stored, without an answer yet";
      default -> name;
    };
  }

  /** The exit status: all jobs were changed, or some were not. */
  ExitStatus status() {
    if (incomplete || OPEN.stream().anyMatch(name -> counts.getOrDefault(name, 0L) > 0)) {
      return ExitStatus.UNAVAILABLE;
    }
    return REFUSED.stream().anyMatch(name -> counts.getOrDefault(name, 0L) > 0)
        ? ExitStatus.NO
        : ExitStatus.DONE;
  }
}

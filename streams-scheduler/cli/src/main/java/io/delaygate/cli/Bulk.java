package io.delaygate.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Bulk change of many jobs. What a filter finds is changed by an operation of the gateway. Other
 * calls are repeated until all jobs are handled: a gateway works for some seconds per call and
 * returns its progress; this class adds up the counts. Used once.
 */
final class Bulk {
  /** Largest number of jobs in one call. */
  private static final int CALL_MAX = 10_000;

  /** Undecided results: the change may still happen, or has to be requested again. */
  private static final List<String> OPEN = List.of("unanswered", "failed");

  private static final List<String> REFUSED =
      List.of("alreadyDelivered", "notFound", "stale", "refused");

  private final GatewayInvocation call;
  private final String path;
  private final Map<String, Long> counts = new LinkedHashMap<>();
  private boolean incomplete;

  /** A change at a path; with {@code --json} it prints each answer. */
  Bulk(GatewayInvocation call, String path) {
    this.call = call;
    this.path = path;
  }

  /** Handles the commands of letters. Each answer says which of them are left. */
  ExitStatus letters(List<? extends JsonNode> letters) {
    var left = new ArrayList<JsonNode>(letters);
    var goesOn = true;
    while (goesOn) {
      var part = left.subList(0, Math.min(left.size(), CALL_MAX));
      var begun = part.size();
      var body = JsonNodeFactory.instance.objectNode();
      body.putArray("letters").addAll(part);
      var rest = send("POST", body).path("left");
      part.clear();
      rest.forEach(left::add);
      goesOn = !left.isEmpty() && rest.size() < begun && !isBroken();
      tellProgress(goesOn);
    }
    if (!left.isEmpty()) {
      call.session()
          .tell(
              "%d letters were not processed, the first one is %s: repeat the call for these."
                  .formatted(left.size(), letter(left.get(0))));
      incomplete = true;
    }
    return end();
  }

  /** The place of a letter as it is shown, and given as an argument. */
  static String letter(JsonNode place) {
    return place.path("partition").asText() + ":" + place.path("offset").asText();
  }

  private void tellProgress(boolean goesOn) {
    if (goesOn && !call.isJson()) {
      call.session().tell(summary() + " so far");
    }
  }

  /** Handles the jobs with these ids. */
  ExitStatus ids(List<String> ids) {
    var begun = 0;
    var goesOn = true;
    while (goesOn) {
      var body =
          call.hasFields() ? call.fields().deepCopy() : JsonNodeFactory.instance.objectNode();
      var list = body.putArray("ids");
      ids.subList(begun, Math.min(ids.size(), begun + CALL_MAX)).forEach(list::add);
      var answer = send("POST", body);
      for (var result : answer.path("results")) {
        if (result.path("problem") instanceof ObjectNode problem) {
          call.session().tell(result.path("id").asText() + ": " + GatewayClient.said(problem));
        }
      }
      var results = answer.path("results").size();
      begun += results;
      goesOn = begun < ids.size() && results > 0 && !isBroken();
    }
    if (begun < ids.size()) {
      call.session()
          .tell(
              "The ids from '%s' on were not processed: repeat the call for these."
                  .formatted(ids.get(begun)));
      count("failed", ids.size() - begun);
    }
    return end();
  }

  /**
   * Handles all that the fields of the request ask for, after a confirmation.
   *
   * @param question to confirm, such as {@code Cancel all pending jobs}
   */
  ExitStatus found(String question) {
    var limit = call.atLeast1("--limit");
    var which = new StringJoiner(", ", question + " with ", "?").setEmptyValue(question + "?");
    for (var condition : call.fields().path("filter").properties()) {
      which.add(condition.getKey() + " " + condition.getValue().asText());
    }
    if (call.has("--limit")) {
      which.add("at most " + limit);
    }
    call.confirm(which.toString());
    return found(limit);
  }

  /** The arguments that choose many, to which each verb adds conditions of the filter. */
  static Verb arguments(Verb verb) {
    return verb.flag("--all -> all", "All of them, instead of a filter")
        .text("--id-prefix=TEXT -> filter/idPrefix", "All whose ids begin with TEXT")
        .number("--limit=N", "With a filter or --all: at most N, the first ones; all if not given")
        .with(OperationFollower::detach)
        .flag("--yes", "With a filter or --all: do not ask for confirmation");
  }

  /**
   * Whether the arguments ask by a filter or for all.
   *
   * @param named what is named instead
   * @param word for what can be named
   * @throws CliException if they ask in several ways, or in none
   */
  static boolean isFiltered(GatewayInvocation call, List<String> named, String word) {
    var isFilter = call.isAsked("filter");
    var isAll = call.isAsked("all");
    if (named.isEmpty() ? isFilter == isAll : isFilter || isAll) {
      throw CliException.usage("Give " + word + ", a filter or --all, and only one of these.");
    }
    return named.isEmpty();
  }

  /**
   * Handles what the fields of the request ask for, as an operation. A gateway of an older release
   * does a part of it at once.
   *
   * @param limit greatest number
   */
  ExitStatus found(long limit) {
    if (call.has("--limit")) {
      call.put("limit", limit);
    }
    var answer = call.begin(path);
    if (answer.has("state")) {
      return new OperationFollower(call).begun(answer);
    }
    add(answer);
    if (!answer.path("done").booleanValue()) {
      endEarly(handled() == limit);
    }
    return end();
  }

  /**
   * Handles the first jobs of a list. Handled jobs leave the list, so that no call needs a cursor.
   *
   * @param limit greatest number of jobs
   */
  ExitStatus first(long limit) {
    return repeat("POST", limit, "done");
  }

  /** Deletes the resource of the path; each call deletes a part of its contents. */
  ExitStatus deleted() {
    return repeat("DELETE", Long.MAX_VALUE, "deleted");
  }

  /** Makes the same call until its answer has a field that is true. */
  private ExitStatus repeat(String method, long limit, String field) {
    var left = limit;
    var goesOn = true;
    var done = false;
    while (goesOn) {
      call.put("limit", Math.min(left, CALL_MAX));
      var before = handled();
      done = send(method, method.equals("POST") ? call.fields() : null).path(field).booleanValue();
      var more = handled() - before;
      left -= more;
      goesOn = !done && more > 0 && left > 0 && !isBroken();
    }
    if (!done) {
      endEarly(left == 0);
    }
    return end();
  }

  /** Makes one call. */
  ExitStatus once() {
    send("POST", call.fields());
    return end();
  }

  private void endEarly(boolean asWanted) {
    if (asWanted) {
      call.session().tell("There may be more: raise --limit.");
    } else {
      call.session()
          .tell(
              "The operation stopped before the end because it made no progress:"
                  + " repeat the call.");
      incomplete = true;
    }
  }

  private ObjectNode send(String method, @Nullable ObjectNode body) {
    return add(call.send(method, path, body));
  }

  private ObjectNode add(ObjectNode answer) {
    if (call.isJson()) {
      call.print(answer);
    }
    for (var refusal : answer.path("refusals")) {
      call.session()
          .tell(
              "%s %s: %s (%s)"
                  .formatted(
                      letter(refusal.path("letter")),
                      refusal.path("id").asText(""),
                      refusal.path("reasonText").asText(),
                      refusal.path("reason").asText()));
    }
    if (answer.path("problem") instanceof ObjectNode problem) {
      call.session().tell(GatewayClient.said(problem));
    }
    for (var field : answer.properties()) {
      if (field.getValue().isIntegralNumber()) {
        count(field.getKey(), field.getValue().longValue());
      }
    }
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

  /** Prints the counts for people; the status says whether all jobs were changed. */
  private ExitStatus end() {
    if (!call.isJson()) {
      call.out().println(summary());
    }
    return status(counts, !incomplete);
  }

  /** The status for these counts. */
  static ExitStatus status(Map<String, Long> counts, boolean isComplete) {
    if (!isComplete || isAny(counts, OPEN)) {
      return ExitStatus.UNAVAILABLE;
    }
    return isAny(counts, REFUSED) ? ExitStatus.NO : ExitStatus.DONE;
  }

  private static boolean isAny(Map<String, Long> counts, List<String> names) {
    return names.stream().anyMatch(name -> counts.getOrDefault(name, 0L) > 0);
  }

  private String summary() {
    return summary(counts);
  }

  /** As {@code cancelled 3, not found 1}; zeros are left out except for the first. */
  static String summary(Map<String, Long> counts) {
    var first = counts.keySet().stream().findFirst().orElse("");
    return counts.entrySet().stream()
        .filter(count -> count.getValue() > 0 || count.getKey().equals(first))
        .map(count -> words(count.getKey()) + " " + count.getValue())
        .collect(Collectors.joining(", "));
  }

  private static String words(String name) {
    return switch (name) {
      case "alreadyDelivered" -> "already delivered";
      case "notFound" -> "not found";
      case "stale" -> "changed meanwhile";
      case "unanswered" -> "stored without an answer yet";
      default -> name;
    };
  }
}

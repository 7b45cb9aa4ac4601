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
 * One command for many jobs. A gateway works for some seconds and says how far it came: this asks
 * on until all is done, and adds up. Used once.
 */
final class Bulk {
  /** What one call takes. */
  private static final int CALL_MAX = 10_000;

  /** What was not decided: it may still happen, or has to be asked for again. */
  private static final List<String> OPEN = List.of("unanswered", "failed");

  private static final List<String> REFUSED = List.of("alreadyDelivered", "notFound", "stale");

  private final Session session;
  private final GatewayClient gateway;
  private final String path;
  private final Consumer<JsonNode> answers;
  private final Map<String, Long> counts = new LinkedHashMap<>();
  private boolean incomplete;

  /**
   * Calls to a path.
   *
   * @param answers gets each answer of the gateway
   */
  Bulk(Session session, GatewayClient gateway, String path, Consumer<JsonNode> answers) {
    this.session = session;
    this.gateway = gateway;
    this.path = path;
    this.answers = answers;
  }

  /** The jobs with these ids. */
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
   * The jobs that the gateway finds.
   *
   * @param body says which; gets the limit and cursor of each call
   * @param limit how many at most
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
      // the same place again: whatever stands there is not to be had now
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
   * The first jobs of a list from which they disappear with it, so that no call needs a cursor.
   *
   * @param limit how many at most
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

  /** What one call does. */
  Bulk once(ObjectNode body) {
    ask(body);
    return this;
  }

  /** What the path names: all that it holds goes first, with each call a part. */
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

  /** In words: {@code cancelled 3, not found 1}; zeros are left out but for the first. */
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

  /** All of them, or some not. */
  ExitStatus status() {
    if (incomplete || OPEN.stream().anyMatch(name -> counts.getOrDefault(name, 0L) > 0)) {
      return ExitStatus.UNAVAILABLE;
    }
    return REFUSED.stream().anyMatch(name -> counts.getOrDefault(name, 0L) > 0)
        ? ExitStatus.NO
        : ExitStatus.DONE;
  }
}

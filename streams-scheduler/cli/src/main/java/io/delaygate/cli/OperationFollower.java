package io.delaygate.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * Follower of an operation of the gateway: it tells the progress until the end. The operation goes
 * on when the command is interrupted.
 */
final class OperationFollower {
  /** Time from one report to the next; the gateway answers at once when the operation ends. */
  private static final long REPORT_SECONDS = 2;

  private static final String DETACH = "--detach";
  private static final Set<String> ENDS = Set.of("DONE", "ABORTED", "FAILED");

  /** Name of the count of success, which is shown even if it is 0. */
  private static final Map<String, String> SUCCESS =
      Map.of("cancel", "cancelled", "kick", "kicked", "discard", "discarded", "redrive", "sent");

  private final GatewayInvocation call;

  OperationFollower(GatewayInvocation call) {
    this.call = call;
  }

  /** The option not to follow. */
  static Verb detach(Verb verb) {
    return verb.flag(
        DETACH,
        "With a filter or --all: print the id of the operation, and do not wait for its end");
  }

  /** Follows an operation that this command began, unless it shall not wait. */
  ExitStatus begun(ObjectNode operation) {
    var id = operation.path("id").asText();
    if (call.has(DETACH)) {
      if (call.isJson()) {
        call.print(operation);
      } else {
        call.out().println(id);
      }
      return ExitStatus.DONE;
    }
    if (!isEnded(operation)) {
      call.session()
          .tell(
              ("Operation %s has begun. It goes on if this command is interrupted: see"
                      + " 'delaygate operations wait %s' and 'abort'.")
                  .formatted(id, id));
    }
    return follow(operation);
  }

  /** Tells the progress until the end, and prints the result. */
  ExitStatus follow(ObjectNode begun) {
    var operation = begun;
    while (!isEnded(operation)) {
      call.session().tell(progress(operation));
      operation = call.operation(operation.path("id").asText(), REPORT_SECONDS);
    }
    return end(operation);
  }

  private static boolean isEnded(JsonNode operation) {
    return ENDS.contains(operation.path("state").asText());
  }

  private ExitStatus end(ObjectNode operation) {
    var counts = counts(operation);
    var state = operation.path("state").asText();
    if (call.isJson()) {
      call.print(operation);
    } else {
      call.out().println(Bulk.summary(counts));
    }
    if (operation.has("error")) {
      call.session().tell(operation.path("error").asText());
    }
    var limit = operation.path("request").path("limit");
    if (limit.isNumber() && limit.longValue() <= operation.path("handled").longValue()) {
      call.session().tell("There may be more: raise --limit.");
    }
    if (!state.equals("DONE")) {
      call.session().tell("The operation ended before the end of its work: " + state + ".");
    }
    return Bulk.status(counts, state.equals("DONE"));
  }

  private static Map<String, Long> counts(JsonNode operation) {
    var counts = new LinkedHashMap<String, Long>();
    counts.put(SUCCESS.getOrDefault(operation.path("kind").asText(), "handled"), 0L);
    operation
        .path("counts")
        .properties()
        .forEach(count -> counts.put(count.getKey(), count.getValue().longValue()));
    return counts;
  }

  /** As {@code RUNNING: 50000 of 200000, 2500/s, 1m left}. */
  static String progress(JsonNode operation) {
    var text = new StringBuilder(operation.path("state").asText());
    text.append(": ").append(operation.path("handled").asText());
    if (operation.path("total").isNumber()) {
      text.append(" of ").append(operation.path("total").asText());
    }
    if (operation.path("perSecond").doubleValue() > 0) {
      text.append(", ").append(Math.round(operation.path("perSecond").doubleValue())).append("/s");
    }
    if (operation.has("remainingMs")) {
      var left = TimeFormatter.span(operation.path("remainingMs").longValue());
      text.append(", ").append(left).append(" left");
    }
    if (operation.has("waiting")) {
      text.append("; it waits: ").append(operation.path("waiting").asText());
    }
    return text.toString();
  }
}

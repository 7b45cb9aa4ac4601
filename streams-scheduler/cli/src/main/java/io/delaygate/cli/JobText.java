package io.delaygate.cli;

import com.fasterxml.jackson.databind.JsonNode;

/** Formatter of a job's JSON for people. */
final class JobText {
  /** Characters of a payload to show: about one screen; {@code --json} shows all of it. */
  private static final int SHOWN = 2_000;

  /** Columns of jobs in a listing. */
  static final Columns LISTED =
      new Columns()
          .text("ID", "id")
          .text("STATE", "state")
          .with("TARGET", JobText::target)
          .time("DUE", "dueMs")
          .away("", "dueMs")
          .text("PRIO", "priority")
          .text("VERSION", "version")
          .with("ATTEMPT", JobText::attempt)
          .text("WAITS FOR", "waiting/reason")
          .time("ENDED", "endedMs");

  /** Columns of dead letters in a listing. */
  static final Columns DEAD_LISTED =
      new Columns()
          .text("ID", "id")
          .with("TARGET", JobText::target)
          .time("WHEN", "diedMs")
          .away("", "diedMs")
          .text("REASON", "reason")
          .text("TEXT", "reasonText");

  /** Columns of the changes of one job. */
  private static final Columns CHANGES =
      new Columns()
          .time("WHEN", "atMs")
          .text("CHANGE", "event")
          .text("ATTEMPT", "attempt")
          .text("BY", "actor")
          .text("SCHEDULER", "instance");

  /** All facts about a job but its payload, in the order of its life. */
  private static final Columns FACTS =
      new Columns()
          .text("id", "id")
          .text("state", "state")
          .with("target", JobText::target)
          .timeAndAway("due", "dueMs")
          .timeAndAway("expires", "expiresMs")
          .timeAndAway("created", "createdMs")
          .timeAndAway("died", "diedMs")
          .timeAndAway("ended", "endedMs")
          .text("ended by", "endedBy")
          .with("reason", JobText::reason)
          .with("waits for", job -> reason(job.path("waiting")))
          .timeAndAway("waits since", "waiting/sinceMs")
          .timeAndAway("next try", "waiting/nextTryMs")
          .timeAndAway("waits until", "waiting/untilMs")
          .text("priority", "priority")
          .text("version", "version")
          .with("attempt", JobText::attempt)
          .timeAndAway("lease ends", "leaseEndsMs");

  private JobText() {}

  /** Prints a job with its payload. */
  static void print(JsonNode job, GatewayInvocation call) {
    print(job, new KeyValueView(), call);
    call.tellStale(job);
  }

  /** Prints the changes of a job, and how many are left out. */
  static void printTimeline(JsonNode timeline, GatewayInvocation call) {
    CHANGES.rows("changes").print(timeline, call);
    var omitted = timeline.path("omitted").asInt();
    if (omitted > 0) {
      call.out().println("left out, at least: " + omitted);
    }
    call.tellStale(timeline);
  }

  /** Prints the outcome of a command about one job. */
  static void printOutcome(JsonNode outcome, GatewayInvocation call) {
    var job = outcome.has("job") ? outcome.path("job") : outcome;
    print(job, new KeyValueView().add("outcome", outcome.path("outcome").asText()), call);
  }

  /** Prints a reserved job with its lease. */
  static void printReserved(JsonNode job, GatewayInvocation call) {
    var lease = new Columns().text("queue", "queue").text("lease", "lease");
    print(job, lease.addTo(new KeyValueView(), job, call.times()), call);
    call.out().println();
  }

  private static void print(JsonNode job, KeyValueView view, GatewayInvocation call) {
    FACTS.addTo(view, job, call.times());
    if (job.has("targetKey") || job.has("targetKeyBase64")) {
      view.add("key", bytes(job, "targetKey"));
    }
    for (var header : job.path("headers")) {
      view.add(
          "header " + TerminalEscaper.line(header.path("name").asText()), bytes(header, "value"));
    }
    if (job.has("value") || job.has("valueBase64")) {
      view.add("value", bytes(job, "value"));
    }
    view.print(call.out());
  }

  /** The text of a field, or its base64 if it is not text, or {@code null}. */
  static String bytes(JsonNode of, String name) {
    var base64 = of.path(name + "Base64");
    if (base64.isTextual()) {
      return TerminalEscaper.cut(base64.textValue(), SHOWN) + " (base64)";
    }
    return of.path(name).isTextual()
        ? TerminalEscaper.cut(of.path(name).textValue(), SHOWN)
        : "null";
  }

  private static String target(JsonNode job) {
    var partition = job.path("target").path("partition").asText();
    var endpoint = job.path("target").path("endpoint").asText();
    if (!endpoint.isEmpty()) {
      return ("endpoint " + endpoint + " " + job.path("target").path("path").asText()).strip();
    }
    var topic = job.path("target").path("topic").asText();
    return partition.isEmpty() ? topic : topic + "/" + partition;
  }

  private static String attempt(JsonNode job) {
    var of = job.path("maxAttempts").asText();
    var attempt = job.path("attempt").asText();
    return of.isEmpty() || of.equals("0") ? attempt : attempt + "/" + of;
  }

  private static String reason(JsonNode told) {
    var text = told.path("reasonText").asText();
    var reason = told.path("reason").asText();
    return text.isEmpty() ? reason : reason + ": " + text;
  }
}

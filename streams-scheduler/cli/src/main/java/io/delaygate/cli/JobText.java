package io.delaygate.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.PrintStream;

/** Formatter of a job's JSON for people. */
final class JobText {
  /** Characters of a payload to show: about one screen; {@code --json} shows all of it. */
  private static final int SHOWN = 2_000;

  private JobText() {}

  /** A table of {@link #row}s. */
  static Table table(PrintStream out) {
    return new Table(
        out, "ID", "STATE", "TARGET", "DUE", "", "PRIO", "VERSION", "ATTEMPT", "WAITS FOR");
  }

  /** A job in one line of a table. */
  static void row(Table table, JsonNode job, TimeFormatter moments) {
    table.row(
        job.path("id").asText(),
        job.path("state").asText(),
        target(job),
        TimeFormatter.iso(job.path("dueMs")),
        moments.away(job.path("dueMs")),
        job.path("priority").asText(),
        job.path("version").asText(),
        attempt(job),
        job.path("waiting").path("reason").asText());
  }

  /** A table of {@link #deadRow}s. */
  static Table deadTable(PrintStream out) {
    return new Table(out, "ID", "TARGET", "WHEN", "", "REASON", "TEXT");
  }

  /** A dead letter in one line of a table. */
  static void deadRow(Table table, JsonNode job, TimeFormatter moments) {
    table.row(
        job.path("id").asText(),
        target(job),
        TimeFormatter.iso(job.path("diedMs")),
        moments.away(job.path("diedMs")),
        job.path("reason").asText(),
        job.path("reasonText").asText());
  }

  /** All facts about a job, in the order of its life. */
  static KeyValueView tell(JsonNode job, KeyValueView facts, TimeFormatter moments) {
    facts
        .add("id", job.path("id").asText())
        .add("state", job.path("state").asText())
        .add("target", target(job))
        .add("due", moments.both(job.path("dueMs")))
        .add("expires", moments.both(job.path("expiresMs")))
        .add("created", moments.both(job.path("createdMs")))
        .add("died", moments.both(job.path("diedMs")))
        .add("ended", moments.both(job.path("endedMs")))
        .add("reason", reason(job))
        .add("waits for", reason(job.path("waiting")))
        .add("waits since", moments.both(job.path("waiting").path("sinceMs")))
        .add("next try", moments.both(job.path("waiting").path("nextTryMs")))
        .add("given up", moments.both(job.path("waiting").path("untilMs")))
        .add("priority", job.path("priority").asText())
        .add("version", job.path("version").asText())
        .add("attempt", attempt(job))
        .add("lease ends", moments.both(job.path("leaseEndsMs")));
    if (job.has("targetKey") || job.has("targetKeyBase64")) {
      facts.add("key", bytes(job, "targetKey"));
    }
    for (var header : job.path("headers")) {
      facts.add(
          "header " + TerminalEscaper.line(header.path("name").asText()), bytes(header, "value"));
    }
    if (job.has("value") || job.has("valueBase64")) {
      facts.add("value", bytes(job, "value"));
    }
    return facts;
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
    var topic = job.path("target").path("topic").asText();
    return partition.isEmpty() ? topic : topic + "/" + partition;
  }

  private static String attempt(JsonNode job) {
    var of = job.path("maxAttempts").asText();
    var attempt = job.path("attempt").asText();
    return of.isEmpty() ? attempt : attempt + "/" + of;
  }

  private static String reason(JsonNode told) {
    var text = told.path("reasonText").asText();
    var reason = told.path("reason").asText();
    return text.isEmpty() ? reason : reason + ": " + text;
  }
}

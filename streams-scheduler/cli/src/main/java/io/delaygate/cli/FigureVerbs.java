package io.delaygate.cli;

import com.fasterxml.jackson.databind.JsonNode;

/** Verbs about figures of the whole installation: trends. */
final class FigureVerbs {
  private static final Columns STEPS =
      new Columns()
          .time("FROM", "atMs")
          .known("SCHEDULED", "scheduled")
          .known("DELIVERED", "delivered")
          .with("P50 MS", step -> lateness(step, "p50"))
          .with("P99 MS", step -> lateness(step, "p99"))
          .with("MAX MS", step -> lateness(step, "max"))
          .known("DEAD", "dead")
          .known("REJECTED", "rejected")
          .known("PENDING", "pending")
          .known("READY", "ready")
          .with("OVERDUE", FigureVerbs::overdue);

  static final Verb TRENDS =
      Verb.of(
              "trends",
              "Show the figures of the last three hours: jobs scheduled, delivered, late, dead,"
                  + " pending and overdue")
          .examples("", "--step 10m", "--from 2030-01-31T08:00:00Z --json | jq .pending")
          .text(
              "--from=TIME -> from",
              "From this time on: epoch milliseconds, or like 2030-01-31T08:00:00Z")
          .text(
              "--step=TIME -> step",
              "Length of a line: whole minutes from 1m to 3h; 1m if not given")
          .lists("/v1/trends", "steps", STEPS.rows("steps"));

  private FigureVerbs() {}

  /** Empty if nothing was delivered. */
  private static String lateness(JsonNode step, String percentile) {
    return step.path("delivered").isNull()
        ? Columns.UNKNOWN
        : step.at("/latenessMs/" + percentile).asText();
  }

  private static String overdue(JsonNode step) {
    var mark = step.path("approximate").booleanValue() ? "~" : "";
    return mark + Columns.known(step.path("overdue"));
  }
}

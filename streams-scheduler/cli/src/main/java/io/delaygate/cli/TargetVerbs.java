package io.delaygate.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/** Verbs of the group {@code dead-letters}, and {@code pause} and {@code resume} of a target. */
final class TargetVerbs {
  private TargetVerbs() {}

  /** Rejected commands, which are listed as dead letters are. */
  private static final Columns REJECTED =
      new Columns()
          .with("ID", TargetVerbs::rejectedId)
          .with("LETTER", it -> Bulk.letter(it.path("letter")))
          .time("WHEN", "rejectedMs")
          .away("", "rejectedMs")
          .text("REASON", "reason")
          .text("TEXT", "reasonText");

  private static final List<Verb> DEAD_LETTERS =
      List.of(
          Verb.of("list", "List dead letters, the oldest first; or rejected commands")
              .examples("--topic orders --died-from 2030-01-31T08:00:00Z", "--rejected --limit 20")
              .flag(
                  "--rejected",
                  "List rejected commands instead, the newest first, without a filter")
              .sentBy(call -> call.put("kind", "rejected"))
              .text("--topic=TOPIC -> topic", "Only of this target topic")
              .text("--endpoint=NAME -> endpoint", "Only of this target endpoint")
              .text(
                  "--died-from=TIME -> diedFrom",
                  "Died at this time or later: epoch milliseconds, or like 2030-01-31T08:00:00Z")
              .text("--died-to=TIME -> diedTo", "Died before this time")
              .text("--id-prefix=TEXT -> idPrefix", "Only ids that begin with TEXT")
              .with(CommonArguments::limit)
              .runsOnGateway(TargetVerbs::listDeadLetters),
          Verb.of("kick", "Deliver dead letters again, with all their attempts, by id or by filter")
              .examples("order-4711", "order-4711 --in 10m", "--topic orders --limit 100 --yes")
              .with(BulkChangeAction::arguments)
              .with(TargetVerbs::diedTimes)
              .oneOf("0..1", CommonArguments::dueTime)
              .runsOnGateway(
                  new BulkChangeAction(
                      "Deliver again all dead letters",
                      "POST",
                      "/v1/jobs/{ID}/kick",
                      "/v1/dead-letters/kick")),
          Verb.of("discard", "Discard dead letters permanently, by id or by filter")
              .examples("order-4711", "--topic orders --died-to 2030-01-31T08:00:00Z --yes")
              .with(BulkChangeAction::arguments)
              .with(TargetVerbs::diedTimes)
              .runsOnGateway(
                  new BulkChangeAction(
                      "Discard all dead letters",
                      "DELETE",
                      "/v1/dead-letters/{ID}",
                      "/v1/dead-letters/discard")),
          Verb.of("redrive", "Send rejected commands again, by letter, by filter, or all of them")
              .examples(
                  "3:44 3:45",
                  "--reason TARGET_UNKNOWN --rejected-from 2030-01-31T08:00:00Z --yes",
                  "--all --limit 1000")
              .with(RedriveAction::arguments)
              .runsOnGateway(new RedriveAction()));

  static final List<Verb> ROWS =
      List.of(
          Verb.group(
                  "dead-letters", "List dead letters, deliver or send them again, or discard them")
              .examples(
                  "list --topic orders",
                  "kick --topic orders --limit 100 --yes",
                  "discard order-4711")
              .holds(DEAD_LETTERS),
          Verb.of("pause", "Pause deliveries to a target; its due jobs wait")
              .examples("orders", "orders --for 30m")
              .parameter("TOPIC", "Name of the target topic")
              .with(CommonArguments::pauseTime)
              .calls("POST", "/v1/topics/{TOPIC}/pause", control("target", "topic")),
          Verb.of("resume", "Resume deliveries to a target; waiting jobs leave by priority")
              .examples("orders", "orders --json")
              .parameter("TOPIC", "Name of the target topic")
              .calls("POST", "/v1/topics/{TOPIC}/resume", control("target", "topic")));

  private static Verb diedTimes(Verb verb) {
    return verb.text(
            "--died-from=TIME -> filter/diedFrom",
            "All that died at this time or later: epoch milliseconds, or ISO-8601")
        .text("--died-to=TIME -> filter/diedTo", "All that died before this time");
  }

  private static ExitStatus listDeadLetters(GatewayInvocation call) {
    return call.has("--rejected")
        ? call.pages("/v1/dead-letters", "rejected", REJECTED)
        : call.pages("/v1/dead-letters", "deadLetters", JobText.DEAD_LISTED);
  }

  private static String rejectedId(JsonNode letter) {
    var base64 = letter.path("idBase64").asText();
    return base64.isEmpty() ? letter.path("id").asText("") : base64 + " (base64)";
  }

  /** Prints whether deliveries of a target or a queue are paused. */
  static Verb.Printer control(String name, String field) {
    return new Columns()
        .text(name, field)
        .with("paused", it -> it.path("paused").booleanValue() ? "yes" : "no")
        .timeAndAway("since", "pausedSinceMs")
        .timeAndAway("until", "pausedUntilMs")
        .text("per second", "perSecond")
        .lines();
  }
}

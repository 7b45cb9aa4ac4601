package io.delaygate.cli;

import java.util.List;

/** Verbs of the group {@code operations}. */
final class OperationVerbs {
  private static final String ALL = "/v1/operations";
  private static final String OPERATION = ALL + "/{OPERATION}";

  private static final Verb.Printer LISTED =
      new Columns()
          .text("OPERATION", "id")
          .text("KIND", "kind")
          .with("PROGRESS", OperationFollower::progress)
          .text("ACTOR", "actor")
          .time("STARTED", "startedMs")
          .rows("operations");

  private static final Verb.Printer ABOUT =
      new Columns()
          .text("operation", "id")
          .text("kind", "kind")
          .text("state", "state")
          .with("request", it -> it.path("request").toString())
          .text("actor", "actor")
          .timeAndAway("started", "startedMs")
          .timeAndAway("updated", "updatedMs")
          .timeAndAway("ended", "endedMs")
          .with("progress", OperationFollower::progress)
          .pairs("counts", "counts")
          .text("gateway", "gateway")
          .text("waiting", "waiting")
          .text("error", "error")
          .lines();

  private static final List<Verb> VERBS =
      List.of(
          Verb.of("list", "List operations that have not ended, or ended within a day")
              .examples("", "--json | jq -r .id")
              .lists(ALL, "operations", LISTED),
          about("get", "Show an operation and its progress")
              .examples("0mx21r0jygwiukmvg", "0mx21r0jygwiukmvg --json")
              .calls("GET", OPERATION, ABOUT),
          about("wait", "Wait for the end of an operation, and show its progress")
              .examples("0mx21r0jygwiukmvg", "0mx21r0jygwiukmvg --json")
              .runsOnGateway(OperationVerbs::await),
          about("pause", "Pause an operation: it begins no more changes")
              .examples("0mx21r0jygwiukmvg", "0mx21r0jygwiukmvg --json")
              .calls("POST", OPERATION + "/pause", ABOUT),
          about("resume", "Resume a paused operation")
              .examples("0mx21r0jygwiukmvg", "0mx21r0jygwiukmvg --json")
              .calls("POST", OPERATION + "/resume", ABOUT),
          about("abort", "Abort an operation; what it changed stays changed")
              .examples("0mx21r0jygwiukmvg", "0mx21r0jygwiukmvg --json")
              .calls("POST", OPERATION + "/abort", ABOUT));

  static final Verb OPERATIONS =
      Verb.group("operations", "Follow, pause and abort work on many jobs, such as a bulk cancel")
          .examples("list", "wait 0mx21r0jygwiukmvg", "abort 0mx21r0jygwiukmvg")
          .holds(VERBS);

  private OperationVerbs() {}

  private static Verb about(String name, String description) {
    return Verb.of(name, description).parameter("OPERATION", "Id of the operation");
  }

  private static ExitStatus await(GatewayInvocation call) {
    return new OperationFollower(call).follow(call.operation(call.text("OPERATION"), 0));
  }
}

package io.delaygate.scheduler.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Stops and starts the deliveries to a target. */
abstract class HoldCommand extends GatewayCommand {
  private final String path;

  @Parameters(paramLabel = "TOPIC", description = "The target")
  private String topic = "";

  private HoldCommand(Session session, String path) {
    super(session);
    this.path = path;
  }

  @Override
  final ExitStatus run(Gateway gateway) {
    var control =
        gateway.call("POST", "/v1/topics/" + Gateway.encoded(topic) + "/" + path).orThrow();
    if (isJson()) {
      print(control);
      return ExitStatus.DONE;
    }
    new Facts()
        .add("target", control.path("topic").asText())
        .add("paused", control.path("paused").booleanValue() ? "yes" : "no")
        .add("since", moments().both(control.path("pausedSinceMs")))
        .add("per second", control.path("perSecond").asText())
        .print(out());
    return ExitStatus.DONE;
  }

  /** {@code POST /v1/topics/{topic}/pause}. */
  @Command(
      name = "pause",
      description = "Stop deliveries to a target; its jobs wait when they are due",
      footer = {"delaygate pause orders", "delaygate pause orders --json"})
  static final class Pause extends HoldCommand {
    Pause(Session session) {
      super(session, "pause");
    }
  }

  /** {@code POST /v1/topics/{topic}/resume}. */
  @Command(
      name = "resume",
      description = "Start deliveries to a target again; what waited leaves by priority",
      footer = {"delaygate resume orders", "delaygate resume orders --json"})
  static final class Resume extends HoldCommand {
    Resume(Session session) {
      super(session, "resume");
    }
  }
}

package io.delaygate.cli;

import com.fasterxml.jackson.databind.JsonNode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Base of the commands {@code pause} and {@code resume} for the deliveries to a target. */
abstract class PauseResumeCommand extends GatewayCommand {
  private final String path;

  @Parameters(paramLabel = "TOPIC", description = "The target")
  private String topic = "";

  private PauseResumeCommand(Session session, String path) {
    super(session);
    this.path = path;
  }

  @Override
  final ExitStatus run(GatewayClient gateway) {
    var control =
        decide(gateway, "/v1/topics/" + GatewayClient.encoded(topic) + "/" + path).orThrow();
    if (isJson()) {
      print(control);
      return ExitStatus.DONE;
    }
    tell(control, new KeyValueView().add("target", control.path("topic").asText()), moments())
        .print(out());
    return ExitStatus.DONE;
  }

  /** Adds the decisions about a target to a view. */
  static KeyValueView tell(JsonNode control, KeyValueView facts, TimeFormatter moments) {
    return facts
        .add("paused", control.path("paused").booleanValue() ? "yes" : "no")
        .add("since", moments.both(control.path("pausedSinceMs")))
        .add("until", moments.both(control.path("pausedUntilMs")))
        .add("per second", control.path("perSecond").asText());
  }

  GatewayReply decide(GatewayClient gateway, String call) {
    return gateway.call("POST", call);
  }

  /** Command {@code pause}: {@code POST /v1/topics/{topic}/pause}. */
  @Command(
      name = "pause",
      description = "Stop deliveries to a target; its jobs wait when they are due",
      footer = {"delaygate pause orders", "delaygate pause orders --for 30m"})
  static final class Pause extends PauseResumeCommand {
    @Mixin private final PauseOption time = new PauseOption();

    Pause(Session session) {
      super(session, "pause");
    }

    @Override
    GatewayReply decide(GatewayClient gateway, String call) {
      return time.call(gateway, call);
    }
  }

  /** Command {@code resume}: {@code POST /v1/topics/{topic}/resume}. */
  @Command(
      name = "resume",
      description = "Start deliveries to a target again; what waited leaves by priority",
      footer = {"delaygate resume orders", "delaygate resume orders --json"})
  static final class Resume extends PauseResumeCommand {
    Resume(Session session) {
      super(session, "resume");
    }
  }
}

package io.delaygate.scheduler.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
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
    var control = decide(gateway, "/v1/topics/" + Gateway.encoded(topic) + "/" + path).orThrow();
    if (isJson()) {
      print(control);
      return ExitStatus.DONE;
    }
    new Facts()
        .add("target", control.path("topic").asText())
        .add("paused", control.path("paused").booleanValue() ? "yes" : "no")
        .add("since", moments().both(control.path("pausedSinceMs")))
        .add("until", moments().both(control.path("pausedUntilMs")))
        .add("per second", control.path("perSecond").asText())
        .print(out());
    return ExitStatus.DONE;
  }

  Reply decide(Gateway gateway, String call) {
    return gateway.call("POST", call);
  }

  /** {@code POST /v1/topics/{topic}/pause}. */
  @Command(
      name = "pause",
      description = "Stop deliveries to a target; its jobs wait when they are due",
      footer = {"delaygate pause orders", "delaygate pause orders --for 30m"})
  static final class Pause extends HoldCommand {
    @Option(
        names = "--for",
        paramLabel = "TIME",
        description = "Start them again after so long: 30s, 15m, 2h, 7d or PT30M")
    private @Nullable String time;

    Pause(Session session) {
      super(session, "pause");
    }

    @Override
    Reply decide(Gateway gateway, String call) {
      return time == null
          ? super.decide(gateway, call)
          : gateway.call("POST", call, JsonNodeFactory.instance.objectNode().put("for", time));
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

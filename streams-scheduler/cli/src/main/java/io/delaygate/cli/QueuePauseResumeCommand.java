package io.delaygate.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Base of the commands {@code queues pause} and {@code queues resume}. */
abstract class QueuePauseResumeCommand extends QueueCommand {
  private QueuePauseResumeCommand(Session session) {
    super(session);
  }

  abstract GatewayReply decide(GatewayClient gateway);

  @Override
  final ExitStatus run(GatewayClient gateway) {
    var control = decide(gateway).orThrow();
    if (isJson()) {
      print(control);
    } else {
      var facts = new KeyValueView().add("queue", control.path("queue").asText());
      PauseResumeCommand.tell(control, facts, moments()).print(out());
    }
    return ExitStatus.DONE;
  }

  /** Command {@code queues pause}: {@code POST /v1/queues/{queue}/pause}. */
  @Command(
      name = "pause",
      description = "Hand out no job of a queue; it can be published to",
      footer = {"delaygate queues pause mails", "delaygate queues pause mails --for 30m"})
  static final class Pause extends QueuePauseResumeCommand {
    @Mixin private final PauseOption time = new PauseOption();

    Pause(Session session) {
      super(session);
    }

    @Override
    GatewayReply decide(GatewayClient gateway) {
      return time.call(gateway, path("/pause"));
    }
  }

  /** Command {@code queues resume}: {@code POST /v1/queues/{queue}/resume}. */
  @Command(
      name = "resume",
      description = "Hand out jobs of a queue again",
      footer = {"delaygate queues resume mails", "delaygate queues resume mails --json"})
  static final class Resume extends QueuePauseResumeCommand {
    Resume(Session session) {
      super(session);
    }

    @Override
    GatewayReply decide(GatewayClient gateway) {
      return gateway.call("POST", path("/resume"));
    }
  }
}

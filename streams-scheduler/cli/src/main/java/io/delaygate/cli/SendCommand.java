package io.delaygate.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Base of commands that put a job into a queue; the queue is created if necessary. */
abstract class SendCommand extends QueueCommand {
  @ArgGroup(exclusive = true, multiplicity = "0..1")
  private @Nullable TimeOptions time;

  @Mixin private final JobOptions job = new JobOptions();

  @Mixin private final PayloadOptions payload = new PayloadOptions();

  @Option(
      names = "--max-attempts",
      paramLabel = "N",
      description = "How often it is handed out at most: 1 to 65535")
  private @Nullable Integer maxAttempts;

  private SendCommand(Session session) {
    super(session);
  }

  /** The body of the job; without a time it is due at once. */
  final ObjectNode body() {
    var body = JsonNodeFactory.instance.objectNode();
    job.addTo(body);
    if (time == null) {
      body.put("delayMs", 0);
    } else {
      time.addTo(body);
    }
    payload.addTo(body, session());
    if (maxAttempts != null) {
      body.putObject("ack").put("maxAttempts", maxAttempts);
    }
    return body;
  }

  /** Command {@code queues publish}: {@code POST /v1/queues/{queue}/jobs}. */
  @Command(
      name = "publish",
      description = "Put a job into a queue, and say what became of the command",
      footer = {
        "delaygate queues publish mails --value 'to: all'",
        "delaygate queues publish mails --id mail-7 --in 30m --max-attempts 3 --value-file -"
      })
  static final class Publish extends SendCommand {
    @Option(
        names = "--no-wait",
        description = "Be content when the command is stored, without its outcome")
    private boolean noWait;

    Publish(Session session) {
      super(session);
    }

    @Override
    ExitStatus run(GatewayClient gateway) {
      var jobs = noWait ? "/jobs" : "/jobs?wait=true";
      printOutcome(gateway.call("POST", path(jobs), body()).orThrow());
      return ExitStatus.DONE;
    }
  }

  /** Command {@code queues request}: {@code POST /v1/queues/{queue}/request}. */
  @Command(
      name = "request",
      description = "Put a job into a queue, wait until a worker finishes it, and show its result",
      footer = {
        "delaygate queues request prices --value 'EUR/USD'",
        "delaygate queues request prices --wait 5s --value 'EUR/USD' --json | jq -r .result"
      })
  static final class Request extends SendCommand {
    @Option(
        names = "--wait",
        paramLabel = "TIME",
        defaultValue = "30s",
        description = "For so long, up to 10m; ${DEFAULT-VALUE} if not given")
    private String wait = "";

    Request(Session session) {
      super(session);
    }

    @Override
    ExitStatus run(GatewayClient gateway) {
      var patience = GatewayOptions.duration("--wait", wait);
      var body = body().put("waitMs", patience.toMillis());
      var answer = gateway.waiting(patience).call("POST", path("/request"), body).orThrow();
      if (isJson()) {
        print(answer);
      } else {
        new KeyValueView()
            .add("id", answer.path("id").asText())
            .add("result", JobText.bytes(answer, "result"))
            .print(out());
      }
      return ExitStatus.DONE;
    }
  }
}

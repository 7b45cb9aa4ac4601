package io.delaygate.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Command {@code schedule}: schedules a job by {@code POST /v1/jobs}. */
@Command(
    name = "schedule",
    description = "Schedule a job, and say what became of the command",
    footer = {
      "delaygate schedule --target orders --id order-4711 --in 30m --value 'close it'",
      "delaygate schedule --target orders --at 2030-01-31T08:00:00Z --value-file order.json",
      "delaygate schedule --target mails --in 0s --max-attempts 3 --lease 90s --value-file -"
    })
final class ScheduleCommand extends GatewayCommand {
  @Option(
      names = "--target",
      paramLabel = "TOPIC",
      required = true,
      description = "The topic that it is delivered to")
  private String target = "";

  @Option(
      names = "--key",
      paramLabel = "KEY",
      description = "Key of the delivered record; the id if not given")
  private @Nullable String key;

  @Option(names = "--partition", paramLabel = "N", description = "Partition of the target")
  private @Nullable Integer partition;

  @ArgGroup(exclusive = true, multiplicity = "1")
  private TimeOptions time = new TimeOptions();

  @Mixin private final JobOptions job = new JobOptions();

  @Mixin private final PayloadOptions payload = new PayloadOptions();

  @Mixin private final AckOptions ack = new AckOptions();

  @Option(
      names = "--no-wait",
      description = "Be content when the command is stored, without its outcome")
  private boolean noWait;

  ScheduleCommand(Session session) {
    super(session);
  }

  @Override
  ExitStatus run(GatewayClient gateway) {
    var path = noWait ? "/v1/jobs" : "/v1/jobs?wait=true";
    printOutcome(gateway.call("POST", path, body()).orThrow());
    return ExitStatus.DONE;
  }

  private ObjectNode body() {
    var body = JsonNodeFactory.instance.objectNode();
    var to = body.putObject("target").put("topic", target);
    if (key != null) {
      to.put("key", key);
    }
    if (partition != null) {
      to.put("partition", partition);
    }
    job.addTo(body);
    time.addTo(body);
    payload.addTo(body, session());
    ack.addTo(body);
    return body;
  }
}

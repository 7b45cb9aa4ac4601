package io.delaygate.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Command {@code reschedule}: changes a pending job by {@code PATCH /v1/jobs/{id}}. */
@Command(
    name = "reschedule",
    description = "Move a pending job, or give it another value or other headers",
    footer = {
      "delaygate reschedule order-4711 --in 2h",
      "delaygate reschedule order-4711 --at 2030-01-31T08:00:00Z --if-version 3",
      "delaygate reschedule order-4711 --value 'close it, but kindly'"
    })
final class RescheduleCommand extends GatewayCommand {
  @Parameters(paramLabel = "ID", description = "The job")
  private String id = "";

  @ArgGroup(exclusive = true, multiplicity = "0..1")
  private @Nullable TimeOptions time;

  @Mixin private final PayloadOptions payload = new PayloadOptions();
  @Mixin private final VersionOption version = new VersionOption();

  RescheduleCommand(Session session) {
    super(session);
  }

  @Override
  ExitStatus run(GatewayClient gateway) {
    var body = JsonNodeFactory.instance.objectNode();
    if (time != null) {
      time.addTo(body);
    }
    payload.addTo(body, session());
    if (body.isEmpty()) {
      throw new CliException(
          ExitStatus.USAGE, "Nothing is to change: give a time, a value or headers.");
    }
    printOutcome(gateway.call("PATCH", GatewayClient.job(id), body, version.headers()).orThrow());
    return ExitStatus.DONE;
  }
}

package io.delaygate.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Command {@code get}: shows a job by {@code GET /v1/jobs/{id}}. */
@Command(
    name = "get",
    description = "Show a job with its payload, or how it ended lately",
    footer = {"delaygate get order-4711", "delaygate get order-4711 --json | jq -r .value"})
final class GetCommand extends GatewayCommand {
  @Parameters(paramLabel = "ID", description = "The job")
  private String id = "";

  GetCommand(Session session) {
    super(session);
  }

  @Override
  ExitStatus run(GatewayClient gateway) {
    var job = gateway.call("GET", GatewayClient.job(id)).orThrow();
    if (isJson()) {
      print(job);
    } else {
      JobText.tell(job, new KeyValueView(), moments()).print(out());
      Pages.tellStale(session(), job);
    }
    return ExitStatus.DONE;
  }
}

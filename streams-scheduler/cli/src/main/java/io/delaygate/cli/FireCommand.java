package io.delaygate.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Command {@code fire}: delivers a pending job now by {@code POST /v1/jobs/{id}/fire}. */
@Command(
    name = "fire",
    description = "Deliver a pending job now",
    footer = {"delaygate fire order-4711", "delaygate fire order-4711 --if-version 3"})
final class FireCommand extends GatewayCommand {
  @Parameters(paramLabel = "ID", description = "The job")
  private String id = "";

  @Mixin private final VersionOption version = new VersionOption();

  FireCommand(Session session) {
    super(session);
  }

  @Override
  ExitStatus run(GatewayClient gateway) {
    printOutcome(
        gateway.call("POST", GatewayClient.job(id) + "/fire", version.headers()).orThrow());
    return ExitStatus.DONE;
  }
}

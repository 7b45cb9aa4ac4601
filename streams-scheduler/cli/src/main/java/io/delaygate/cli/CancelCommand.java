package io.delaygate.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Command {@code cancel}: cancels jobs by {@code DELETE /v1/jobs/{id}} or {@code POST
 * /v1/jobs/cancel}.
 */
@Command(
    name = "cancel",
    description = "Cancel pending jobs, by id or by filter, and say whether that came in time",
    footer = {
      "delaygate cancel order-4711",
      "delaygate cancel order-4711 order-4712 order-4713",
      "delaygate cancel --topic orders --due-to 2030-01-31T08:00:00Z --yes"
    })
final class CancelCommand extends BulkChangeCommand {
  @Option(
      names = "--due-from",
      paramLabel = "TIME",
      description = "All due then or later: epoch milliseconds, or like 2030-01-31T08:00:00Z")
  private @Nullable String dueFrom;

  @Option(names = "--due-to", paramLabel = "TIME", description = "All due before then")
  private @Nullable String dueTo;

  CancelCommand(Session session) {
    super(session);
  }

  @Override
  GatewayReply one(GatewayClient gateway, String id, String... condition) {
    return gateway.call("DELETE", GatewayClient.job(id), condition);
  }

  @Override
  String path() {
    return "/v1/jobs/cancel";
  }

  @Override
  String question() {
    return "Cancel all pending jobs";
  }

  @Override
  void addTimes(ObjectNode filter) {
    if (dueFrom != null) {
      filter.put("dueFrom", dueFrom);
    }
    if (dueTo != null) {
      filter.put("dueTo", dueTo);
    }
  }
}

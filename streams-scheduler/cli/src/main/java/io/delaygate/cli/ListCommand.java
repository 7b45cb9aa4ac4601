package io.delaygate.cli;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Command {@code list}: lists jobs by {@code GET /v1/jobs}. */
@Command(
    name = "list",
    description = "List pending jobs in due order",
    footer = {
      "delaygate list --topic orders --due-to 2030-01-31T08:00:00Z",
      "delaygate list --state PARKED --limit 1000",
      "delaygate list --id-prefix order- --limit 100000 --json | jq -r .id"
    })
final class ListCommand extends GatewayCommand {
  @Option(names = "--topic", paramLabel = "TOPIC", description = "Of this target")
  private @Nullable String topic;

  @Option(
      names = "--state",
      description = "Only SCHEDULED, PARKED, READY, RESERVED; or DEAD, which is not listed without")
  private @Nullable String state;

  @Option(
      names = "--due-from",
      paramLabel = "TIME",
      description = "Due then or later: epoch milliseconds, or like 2030-01-31T08:00:00Z")
  private @Nullable String dueFrom;

  @Option(names = "--due-to", paramLabel = "TIME", description = "Due before then")
  private @Nullable String dueTo;

  @Option(names = "--id-prefix", paramLabel = "TEXT", description = "What ids begin with")
  private @Nullable String idPrefix;

  @Mixin private final LimitOption limit = new LimitOption();

  ListCommand(Session session) {
    super(session);
  }

  @Override
  ExitStatus run(GatewayClient gateway) {
    var pages =
        new Pages(session(), gateway, "/v1/jobs", "jobs")
            .with("topic", topic)
            .with("state", state)
            .with("dueFrom", dueFrom)
            .with("dueTo", dueTo)
            .with("idPrefix", idPrefix);
    if (isJson()) {
      pages.read(limit.above0(), this::print, () -> {});
      return ExitStatus.DONE;
    }
    var table = JobText.table(out());
    pages.read(limit.above0(), job -> JobText.row(table, job, moments()), table::print);
    table.print();
    return ExitStatus.DONE;
  }
}

package io.delaygate.cli;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Command {@code stats}: shows job counts by {@code GET /v1/stats}, or those of one target. */
@Command(
    name = "stats",
    description =
        "Count jobs by target and state, and tell what is due next, overdue, not read yet, and why"
            + " jobs are parked",
    footer = {"delaygate stats", "delaygate stats orders", "delaygate stats --json | jq .jobs"})
final class StatsCommand extends GatewayCommand {
  @Parameters(paramLabel = "TOPIC", arity = "0..1", description = "Of this target only")
  private @Nullable String topic;

  StatsCommand(Session session) {
    super(session);
  }

  @Override
  ExitStatus run(GatewayClient gateway) {
    var path =
        topic == null ? "/v1/stats" : "/v1/topics/" + GatewayClient.encoded(topic) + "/stats";
    var stats = gateway.call("GET", path).orThrow();
    if (isJson()) {
      print(stats);
      return ExitStatus.DONE;
    }
    new KeyValueView()
        .add("as of", TimeFormatter.iso(stats.path("asOfMs")))
        .add("jobs", stats.path("jobs").asText())
        .add("next due", moments().both(stats.path("nextDueMs")))
        .add("oldest overdue", moments().both(stats.path("oldestOverdueMs")))
        .add("unread commands", stats.path("lag").asText())
        .print(out());
    out().println();
    printStates(stats);
    Pages.tellStale(session(), stats);
    return ExitStatus.DONE;
  }

  private void printRemade(JsonNode stats) {
    tellRemade(stats);
    stats.path("topics").forEach(this::tellRemade);
  }

  private void tellRemade(JsonNode target) {
    if (target.has("remadeMs")) {
      out()
          .printf(
              "%n%s was deleted and made again %s%n",
              target.path("topic").asText(), moments().both(target.path("remadeMs")));
    }
  }

  /** Prints the counts by state; the last line is the sum. */
  private void printStates(JsonNode stats) {
    var table = new StatesTable(out(), "TARGET", stats);
    var parked = new ParkedTable(out(), "TARGET", moments());
    for (var target : stats.path("topics")) {
      table.row(target.path("topic").asText(), target);
      parked.add(target.path("topic").asText(), target);
    }
    table.row(topic == null ? "all" : topic, stats);
    parked.add(topic == null ? "all" : topic, stats);
    table.print();
    parked.print();
    printRemade(stats);
  }
}

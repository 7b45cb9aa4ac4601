package io.delaygate.scheduler.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code GET /v1/stats} and that of one target. */
@Command(
    name = "stats",
    description = "Count jobs by target and state, and tell what is due next and overdue",
    footer = {"delaygate stats", "delaygate stats orders", "delaygate stats --json | jq .jobs"})
final class StatsCommand extends GatewayCommand {
  @Parameters(paramLabel = "TOPIC", arity = "0..1", description = "Of this target only")
  private @Nullable String topic;

  StatsCommand(Session session) {
    super(session);
  }

  @Override
  ExitStatus run(Gateway gateway) {
    var path = topic == null ? "/v1/stats" : "/v1/topics/" + Gateway.encoded(topic) + "/stats";
    var stats = gateway.call("GET", path).orThrow();
    if (isJson()) {
      print(stats);
      return ExitStatus.DONE;
    }
    new Facts()
        .add("as of", Moments.iso(stats.path("asOfMs")))
        .add("jobs", stats.path("jobs").asText())
        .add("next due", moments().both(stats.path("nextDueMs")))
        .add("oldest overdue", moments().both(stats.path("oldestOverdueMs")))
        .print(out());
    out().println();
    printStates(stats);
    Pages.tellStale(session(), stats);
    return ExitStatus.DONE;
  }

  /** A column for each state that the gateway knows; the last line is the sum. */
  private void printStates(JsonNode stats) {
    var states = new ArrayList<String>();
    stats.path("states").fieldNames().forEachRemaining(states::add);
    var headings = new ArrayList<>(states);
    headings.add(0, "TARGET");
    var table = new Table(out(), headings.toArray(String[]::new));
    for (var target : stats.path("topics")) {
      row(table, target.path("topic").asText(), states, target);
    }
    row(table, topic == null ? "all" : topic, states, stats);
    table.print();
  }

  private static void row(Table table, String name, List<String> states, JsonNode of) {
    var cells = new ArrayList<>(states);
    cells.replaceAll(state -> of.path("states").path(state).asText());
    cells.add(0, name);
    table.row(cells.toArray(String[]::new));
  }
}

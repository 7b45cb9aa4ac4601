package io.delaygate.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * Tables of the jobs of targets or queues: their number by state, with a column for each state that
 * the gateway knows; and below, if there are any, the reasons why jobs are parked.
 */
final class CountTables {
  private final PrintStream out;
  private final TimeFormatter times;
  private final List<String> states = new ArrayList<>();
  private final Table counted;
  private final Table parked;
  private boolean isAnyParked;

  /**
   * Tables without rows.
   *
   * @param first heading of the first column
   * @param like counts with the {@code states} that all rows have
   */
  CountTables(GatewayInvocation call, String first, JsonNode like) {
    this.out = call.out();
    this.times = call.times();
    like.path("states").fieldNames().forEachRemaining(states::add);
    this.counted = new Table(out, cells(first, state -> state.toUpperCase(Locale.ROOT)));
    this.parked = new Table(out, first, "PARKED", "REASON", "SINCE", "", "NEXT TRY", "TEXT");
  }

  /** Adds the counts of one target or queue. */
  CountTables add(String name, JsonNode counts) {
    counted.row(cells(name, state -> counts.path("states").path(state).asText()));
    for (var reason : counts.path("parked")) {
      isAnyParked = true;
      parked.row(
          name,
          reason.path("jobs").asText(),
          reason.path("reason").asText(),
          TimeFormatter.iso(reason.path("sinceMs")),
          times.away(reason.path("sinceMs")),
          times.away(reason.path("nextTryMs")),
          reason.path("reasonText").asText());
    }
    return this;
  }

  private String[] cells(String first, UnaryOperator<String> cell) {
    return Stream.concat(Stream.of(first), states.stream().map(cell)).toArray(String[]::new);
  }

  void print() {
    counted.print();
    if (isAnyParked) {
      out.println();
      parked.print();
    }
  }
}

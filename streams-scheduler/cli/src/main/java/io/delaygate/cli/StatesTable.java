package io.delaygate.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Table of the number of jobs by state, with a column for each state that the gateway knows. */
final class StatesTable {
  private final List<String> states = new ArrayList<>();
  private final Table table;

  /**
   * A table without rows.
   *
   * @param first heading of the first column
   * @param like counts with the {@code states} that all rows have
   */
  StatesTable(PrintStream out, String first, JsonNode like) {
    like.path("states").fieldNames().forEachRemaining(states::add);
    var headings = new ArrayList<>(states);
    headings.replaceAll(state -> state.toUpperCase(Locale.ROOT));
    headings.add(0, first);
    this.table = new Table(out, headings.toArray(String[]::new));
  }

  void row(String name, JsonNode counts) {
    var cells = new ArrayList<>(states);
    cells.replaceAll(state -> counts.path("states").path(state).asText());
    cells.add(0, name);
    table.row(cells.toArray(String[]::new));
  }

  void print() {
    table.print();
  }
}

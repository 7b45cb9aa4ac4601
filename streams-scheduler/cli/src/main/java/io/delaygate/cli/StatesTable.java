package io.delaygate.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** How many jobs are in which state, with a column for each that the gateway knows. */
final class StatesTable {
  private final List<String> states = new ArrayList<>();
  private final Table table;

  /**
   * Without rows yet.
   *
   * @param first heading of what is counted
   * @param like has {@code states}, as all rows will
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

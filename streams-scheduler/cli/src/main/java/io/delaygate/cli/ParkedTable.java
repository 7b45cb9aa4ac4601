package io.delaygate.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.PrintStream;

/** Table of the reasons why jobs are parked, one row for each target or queue and reason. */
final class ParkedTable {
  private final PrintStream out;
  private final TimeFormatter moments;
  private final Table table;
  private boolean isEmpty = true;

  /**
   * A table without rows.
   *
   * @param first heading of the first column
   */
  ParkedTable(PrintStream out, String first, TimeFormatter moments) {
    this.out = out;
    this.moments = moments;
    this.table = new Table(out, first, "PARKED", "REASON", "SINCE", "", "NEXT TRY", "TEXT");
  }

  /** Adds the reasons of one target or queue; nothing if none of its jobs is parked. */
  void add(String name, JsonNode counts) {
    for (var reason : counts.path("parked")) {
      isEmpty = false;
      table.row(
          name,
          reason.path("jobs").asText(),
          reason.path("reason").asText(),
          TimeFormatter.iso(reason.path("sinceMs")),
          moments.away(reason.path("sinceMs")),
          moments.away(reason.path("nextTryMs")),
          reason.path("reasonText").asText());
    }
  }

  /** Prints the rows below an empty line, if there are any. */
  void print() {
    if (!isEmpty) {
      out.println();
      table.print();
    }
  }
}

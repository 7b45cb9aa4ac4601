package io.delaygate.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.PrintStream;

/** Table of the reasons why jobs are parked, one row for each target or queue and reason. */
final class ParkedTable {
  private final PrintStream out;
  private final Moments moments;
  private final Table table;
  private boolean isEmpty = true;

  /**
   * Without rows yet.
   *
   * @param first heading of what jobs are parked for
   */
  ParkedTable(PrintStream out, String first, Moments moments) {
    this.out = out;
    this.moments = moments;
    this.table = new Table(out, first, "PARKED", "REASON", "SINCE", "", "NEXT TRY", "TEXT");
  }

  /** Adds what counts say of one target or queue; nothing where none of its jobs is parked. */
  void add(String name, JsonNode counts) {
    for (var reason : counts.path("parked")) {
      isEmpty = false;
      table.row(
          name,
          reason.path("jobs").asText(),
          reason.path("reason").asText(),
          Moments.iso(reason.path("sinceMs")),
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

package io.delaygate.cli;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;

/**
 * Table with aligned columns, printed in portions, as a listing may not fit into memory. A column
 * is as wide as its widest cell so far, so a later portion can be wider. Width is counted in code
 * points.
 */
final class Table {
  private static final String GAP = "  ";

  private final PrintStream out;
  private final int[] widths;
  private final List<List<String>> rows = new ArrayList<>();

  /** A table with these headings, which are printed even if no row follows. */
  Table(PrintStream out, String... headings) {
    this.out = out;
    this.widths = new int[headings.length];
    row(headings);
  }

  /** Adds a row with as many cells as there are headings; cells are escaped. */
  void row(String... cells) {
    if (cells.length != widths.length) {
      throw new IllegalArgumentException(cells.length + " cells for " + widths.length);
    }
    var plain = new ArrayList<String>();
    for (var i = 0; i < cells.length; i++) {
      plain.add(TerminalEscaper.line(cells[i]));
      widths[i] = Math.max(widths[i], width(plain.get(i)));
    }
    rows.add(plain);
  }

  /** Prints the rows added since the last call. */
  void print() {
    for (var row : rows) {
      var line = new StringBuilder();
      for (var i = 0; i < row.size(); i++) {
        line.append(row.get(i)).append(" ".repeat(widths[i] - width(row.get(i)))).append(GAP);
      }
      out.println(line.toString().stripTrailing());
    }
    rows.clear();
    out.flush();
  }

  private static int width(String text) {
    return text.codePointCount(0, text.length());
  }
}

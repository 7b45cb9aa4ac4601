package io.delaygate.cli;

import java.io.PrintStream;
import java.util.LinkedHashMap;
import java.util.Map;

/** View of one object, with a name and a value in each line. */
final class KeyValueView {
  private final Map<String, String> facts = new LinkedHashMap<>();

  /** Adds a line, unless the value is empty. Values are escaped. */
  KeyValueView add(String name, String value) {
    if (!value.isEmpty()) {
      facts.put(name, TerminalEscaper.line(value));
    }
    return this;
  }

  /** Prints the lines in the order in which they were added. */
  void print(PrintStream out) {
    var width = facts.keySet().stream().mapToInt(String::length).max().orElse(0);
    facts.forEach(
        (name, value) -> out.println(name + " ".repeat(width - name.length() + 2) + value));
    out.flush();
  }
}

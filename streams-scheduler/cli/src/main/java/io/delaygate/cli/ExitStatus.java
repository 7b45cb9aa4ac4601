package io.delaygate.cli;

import java.util.LinkedHashMap;
import java.util.Map;

/** Exit status of the command line. Scripts depend on the numbers. */
enum ExitStatus {
  DONE(0, "done"),
  NO(
      1,
      "the answer is no: no such job, too late, not in that state or version, no such target;"
          + " the scheduler would not start with these topics"),
  USAGE(2, "wrong arguments or settings; of 'topics' also brokers that cannot be asked"),
  UNAVAILABLE(
      3, "nothing was found out: unreachable, not in time, overloaded, or the token may not do it");

  private final int code;
  private final String meaning;

  ExitStatus(int code, String meaning) {
    this.code = code;
    this.meaning = meaning;
  }

  /** The number for the shell. */
  int code() {
    return code;
  }

  /** One line for {@code --help} and the README. */
  String meaning() {
    return meaning;
  }

  /** All of them, as {@code --help} lists them. */
  static Map<String, String> listed() {
    var list = new LinkedHashMap<String, String>();
    for (var status : values()) {
      list.put(Integer.toString(status.code), status.meaning);
    }
    return list;
  }
}

package io.delaygate.cli;

import java.util.LinkedHashMap;
import java.util.Map;

/** Exit status of the command line. Scripts depend on the numbers. */
enum ExitStatus {
  DONE(0, "done"),
  NO(
      1,
      "refused: the job or target does not exist, it is too late, or the job has another state"
          + " or version; for 'topics', the scheduler would not start with these topics; for"
          + " 'health', something is wrong"),
  USAGE(2, "wrong arguments or settings; for 'topics' also brokers that do not answer"),
  UNAVAILABLE(
      3,
      "no result: the gateway is unreachable, too slow or overloaded, or the token lacks the"
          + " right; for 'health', a part could not be judged");

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

package io.delaygate.cli;

import java.io.InputStream;
import java.io.PrintStream;
import java.time.Clock;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * All that a command sees of the world it was called from.
 *
 * @param environment the variables
 * @param in what {@code --value-file -} reads
 * @param out for results, and nothing else
 * @param err for everything that is said to people
 * @param console the person at the terminal
 */
record Session(
    Map<String, String> environment,
    InputStream in,
    PrintStream out,
    PrintStream err,
    Clock clock,
    Console console) {

  /** Who can be asked. */
  interface Console {
    /** The line that was typed; null when there is no terminal, or nothing comes any more. */
    @Nullable String ask(String question);
  }

  static final String GATEWAY = "DELAYGATE_GATEWAY";
  static final String TOKEN_FILE = "DELAYGATE_TOKEN_FILE";
  static final String CA_FILE = "DELAYGATE_CA_FILE";

  /** A variable of the command line itself; empty when it is unset or empty. */
  Optional<String> variable(String name) {
    return Optional.ofNullable(environment.get(name)).filter(value -> !value.isEmpty());
  }

  /** The variables without those of the command line, which no service knows as settings. */
  Map<String, String> settings() {
    var settings = new HashMap<>(environment);
    settings.keySet().removeAll(Set.of(GATEWAY, TOKEN_FILE, CA_FILE));
    return settings;
  }

  /** Tells the person who looks on, never a script that reads the output. */
  void tell(String text) {
    err.println(TerminalEscaper.text(text));
  }

  /**
   * Goes on only if somebody at the terminal says yes.
   *
   * @param yes whether that was said beforehand
   */
  void confirm(boolean yes, String question) {
    if (yes) {
      return;
    }
    var answer = console.ask(TerminalEscaper.text(question) + " [y/N] ");
    if (answer == null) {
      throw new CliException(
          ExitStatus.USAGE, question + " There is no terminal to ask: say it with --yes.");
    }
    if (!answer.strip().matches("(?i)y|yes")) {
      throw new CliException(ExitStatus.NO, "Nothing was done.");
    }
  }
}

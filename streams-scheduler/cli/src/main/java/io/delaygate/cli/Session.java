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
 * Environment of a command: variables, streams, clock and terminal.
 *
 * @param environment the environment variables
 * @param in standard input, which {@code --value-file -} reads
 * @param out for results only
 * @param err for messages to people
 * @param console for questions to the user at the terminal
 */
record Session(
    Map<String, String> environment,
    InputStream in,
    PrintStream out,
    PrintStream err,
    Clock clock,
    Console console) {

  /** Terminal of the user. */
  interface Console {
    /** The typed line; null without a terminal, or at the end of the input. */
    @Nullable String ask(String question);
  }

  static final String GATEWAY = "DELAYGATE_GATEWAY";
  static final String TOKEN_FILE = "DELAYGATE_TOKEN_FILE";
  static final String CA_FILE = "DELAYGATE_CA_FILE";

  /** A variable of the command line itself; empty when it is unset or empty. */
  Optional<String> variable(String name) {
    return Optional.ofNullable(environment.get(name)).filter(value -> !value.isEmpty());
  }

  /** The variables without those of the command line, which are not settings of a service. */
  Map<String, String> settings() {
    var settings = new HashMap<>(environment);
    settings.keySet().removeAll(Set.of(GATEWAY, TOKEN_FILE, CA_FILE));
    return settings;
  }

  /** Prints a message for people to standard error, so that scripts do not read it. */
  void tell(String text) {
    err.println(TerminalEscaper.text(text));
  }
}

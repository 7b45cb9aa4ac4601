package io.delaygate.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Result of a command.
 *
 * @param out standard output, for scripts
 * @param err standard error, for people
 */
record Called(int status, String out, String err) {
  static final Instant NOW = Instant.parse("2030-01-31T08:00:00Z");

  /** Runs a command without a terminal. */
  static Called with(Map<String, String> environment, String... arguments) {
    return with(environment, new byte[0], question -> null, arguments);
  }

  /** Runs a command without a terminal and without variables. */
  static Called of(String... arguments) {
    return with(Map.of(), arguments);
  }

  /** Runs a command with this input and console. */
  static Called with(
      Map<String, String> environment, byte[] in, Session.Console console, String... arguments) {
    var out = new ByteArrayOutputStream();
    var err = new ByteArrayOutputStream();
    var session =
        new Session(
            environment,
            new ByteArrayInputStream(in),
            new PrintStream(out, true, UTF_8),
            new PrintStream(err, true, UTF_8),
            Clock.fixed(NOW, ZoneOffset.UTC),
            console);
    var status = Commands.run(session, arguments);
    return new Called(status, out.toString(UTF_8), err.toString(UTF_8));
  }

  /** Console on which this answer is typed; null for no terminal. */
  static Session.Console typing(@Nullable String answer) {
    return question -> answer;
  }
}

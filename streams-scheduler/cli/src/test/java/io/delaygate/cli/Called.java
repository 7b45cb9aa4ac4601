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
 * A command that has ended.
 *
 * @param out what a script gets
 * @param err what is said to people
 */
record Called(int status, String out, String err) {
  static final Instant NOW = Instant.parse("2030-01-31T08:00:00Z");

  /** A command without a terminal. */
  static Called with(Map<String, String> environment, String... arguments) {
    return with(environment, new byte[0], question -> null, arguments);
  }

  /** A command without a terminal and without variables. */
  static Called of(String... arguments) {
    return with(Map.of(), arguments);
  }

  /** A command of somebody who gives an answer, or has no terminal. */
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

  /** One who types this, or nobody. */
  static Session.Console typing(@Nullable String answer) {
    return question -> answer;
  }
}

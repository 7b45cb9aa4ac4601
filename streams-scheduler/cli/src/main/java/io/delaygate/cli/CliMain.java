package io.delaygate.cli;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Main class of the command line. The process ends with an {@link ExitStatus}. */
public final class CliMain {
  private CliMain() {}

  /** Runs the command that the arguments name; {@code --help} explains them. */
  public static void main(String[] arguments) {
    // since Java 19 the streams would use the locale's encoding
    var out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
    var err = new PrintStream(System.err, true, StandardCharsets.UTF_8);
    var status = run(System.getenv(), out, err, arguments);
    out.flush();
    System.exit(status);
  }

  /**
   * As {@link #main}, but returns the status.
   *
   * @param environment environment variables; only those of settings and of the command line are
   *     read
   */
  public static int run(
      Map<String, String> environment, PrintStream out, PrintStream err, String... arguments) {
    var session = new Session(environment, System.in, out, err, Clock.systemUTC(), CliMain::typed);
    return Commands.run(session, arguments);
  }

  // from Java 22 on it is null, as the start script sets -Djdk.console=java.base
  @SuppressWarnings("SystemConsoleNull")
  private static @Nullable String typed(String question) {
    var console = System.console();
    return console == null ? null : console.readLine("%s", question);
  }
}

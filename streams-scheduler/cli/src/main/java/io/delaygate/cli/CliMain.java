package io.delaygate.cli;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The command line as a process. Ends with a status of {@link ExitStatus}. */
public final class CliMain {
  private CliMain() {}

  /** Arguments as {@code --help} explains them. */
  public static void main(String[] arguments) {
    // since Java 19 the streams would speak the locale's encoding
    var out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
    var err = new PrintStream(System.err, true, StandardCharsets.UTF_8);
    var status = run(System.getenv(), out, err, arguments);
    out.flush();
    System.exit(status);
  }

  /**
   * As {@link #main}, but returns the status.
   *
   * @param environment variables, of which those of settings and of the command line count
   */
  public static int run(
      Map<String, String> environment, PrintStream out, PrintStream err, String... arguments) {
    var session = new Session(environment, System.in, out, err, Clock.systemUTC(), CliMain::typed);
    return Commands.run(session, arguments);
  }

  // from Java 22 on it is null because the starter says -Djdk.console=java.base
  @SuppressWarnings("SystemConsoleNull")
  private static @Nullable String typed(String question) {
    var console = System.console();
    return console == null ? null : console.readLine("%s", question);
  }
}

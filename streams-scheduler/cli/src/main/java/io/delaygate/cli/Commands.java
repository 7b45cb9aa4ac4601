package io.delaygate.cli;

import io.delaygate.service.settings.SettingsException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** Table of all verbs, and the mapping of failures to exit statuses. */
final class Commands {
  private static final int WIDTH = 100;

  private static final Verb ROOT =
      Verb.group(
              "delaygate",
              "Schedules, finds and changes jobs through a gateway; checks topics and settings"
                  + " as the scheduler does.")
          .examples(
              "schedule --target orders --id order-4711 --in 30m --value 'close it'",
              "cancel order-4711",
              "list --topic orders",
              "topics check --bootstrap.servers=kafka:9092")
          .holds(JobVerbs.ROWS)
          .holds(List.of(FigureVerbs.TRENDS))
          .holds(TargetVerbs.ROWS)
          .holds(List.of(QueueVerbs.QUEUES))
          .holds(List.of(EndpointVerbs.ENDPOINTS))
          .holds(List.of(OperationVerbs.OPERATIONS))
          .holds(NamespaceVerbs.ROWS)
          .holds(List.of(HealthVerb.ROW, Tail.ROW))
          .holds(SettingsVerbs.ROWS);

  private Commands() {}

  /** Runs the command that the arguments name; returns the exit status. */
  static int run(Session session, String... arguments) {
    // Java's replacement for bytes that are not valid in the locale's encoding
    if (Arrays.stream(arguments).anyMatch(argument -> argument.indexOf('\uFFFD') >= 0)) {
      session.tell(
          "An argument is not valid in the locale's encoding: set LC_ALL=C.UTF-8, or give the"
              + " value with --value-file.");
      return ExitStatus.USAGE.code();
    }
    var line = line(session);
    line.setOut(writer(session.out()));
    line.setErr(writer(session.err()));
    return line.execute(arguments);
  }

  private static PrintWriter writer(PrintStream stream) {
    return new PrintWriter(stream, true, StandardCharsets.UTF_8);
  }

  /** The command tree with its help. */
  static CommandLine line(Session session) {
    return new CommandLine(ROOT.command(session, ""))
        .setParameterExceptionHandler((wrong, arguments) -> misused(session, wrong))
        .setExecutionExceptionHandler((failure, command, parsed) -> failed(session, failure))
        .setUsageHelpWidth(WIDTH)
        .setCaseInsensitiveEnumValuesAllowed(true);
  }

  private static int misused(Session session, ParameterException wrong) {
    var spec = wrong.getCommandLine().getCommandSpec();
    session.tell(String.valueOf(wrong.getMessage()));
    session.tell("See '" + spec.qualifiedName() + " --help'.");
    return ExitStatus.USAGE.code();
  }

  /** Internal errors are rethrown, and shown with their stack trace. */
  private static int failed(Session session, Exception failure) throws Exception {
    if (failure instanceof CliException told) {
      session.tell(String.valueOf(told.getMessage()));
      return told.status().code();
    }
    if (failure instanceof SettingsException unusable) {
      session.tell(String.valueOf(unusable.getMessage()));
      return ExitStatus.USAGE.code();
    }
    throw failure;
  }
}

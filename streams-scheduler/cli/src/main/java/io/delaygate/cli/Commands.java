package io.delaygate.cli;

import io.delaygate.service.settings.SettingsException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;

/** Root command {@code delaygate}: registers all subcommands and maps failures to exit statuses. */
@Command(
    name = "delaygate",
    description = {
      "Schedules, finds and changes jobs through a gateway; shows topics and settings as the"
          + " scheduler sees them."
    },
    footer = {
      "delaygate schedule --target orders --id order-4711 --in 30m --value 'close it'",
      "delaygate cancel order-4711",
      "delaygate list --topic orders",
      "delaygate topics check --bootstrap.servers=kafka:9092"
    })
final class Commands {
  private static final int WIDTH = 100;

  private Commands() {}

  /** Runs the command that the arguments name; returns the exit status. */
  static int run(Session session, String... arguments) {
    // Java's replacement for bytes that are not valid in the locale's encoding
    if (Arrays.stream(arguments).anyMatch(argument -> argument.indexOf('\uFFFD') >= 0)) {
      session.tell(
          "An argument is not in the locale's encoding: set LC_ALL=C.UTF-8, or give a value by"
              + " --value-file.");
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
    var letters =
        new CommandLine(new LettersCommand())
            .addSubcommand(new ListLettersCommand(session))
            .addSubcommand(new LettersCommand.Kick(session))
            .addSubcommand(new LettersCommand.Discard(session));
    var namespaces =
        new CommandLine(new NamespacesCommand())
            .addSubcommand(new NamespacesCommand.All(session))
            .addSubcommand(new NamespacesCommand.Put(session))
            .addSubcommand(new NamespacesCommand.Limit(session))
            .addSubcommand(new NamespacesCommand.Delete(session));
    var tokens =
        new CommandLine(new TokensCommand())
            .addSubcommand(new TokensCommand.All(session))
            .addSubcommand(new TokensCommand.Make(session))
            .addSubcommand(new TokensCommand.Limit(session))
            .addSubcommand(new TokensCommand.Revoke(session));
    var topics =
        new CommandLine(new TopicsCommand())
            .addSubcommand(new PlanCommand(session))
            .addSubcommand(new TopicsCommand.Check(session))
            .addSubcommand(new TopicsCommand.Create(session))
            .addSubcommand(new ChangelogCommand.Rebuild(session))
            .addSubcommand(new ChangelogCommand.AcceptLoss(session));
    var config =
        new CommandLine(new ConfigCommand()).addSubcommand(new ConfigCommand.Check(session));
    var root =
        new CommandLine(new Commands())
            .addSubcommand(new ScheduleCommand(session))
            .addSubcommand(new CancelCommand(session))
            .addSubcommand(new RescheduleCommand(session))
            .addSubcommand(new FireCommand(session))
            .addSubcommand(new GetCommand(session))
            .addSubcommand(new ListCommand(session))
            .addSubcommand(new StatsCommand(session))
            .addSubcommand(letters)
            .addSubcommand(new PauseResumeCommand.Pause(session))
            .addSubcommand(new PauseResumeCommand.Resume(session))
            .addSubcommand(queues(session))
            .addSubcommand(namespaces)
            .addSubcommand(tokens)
            .addSubcommand(new TailCommand(session))
            .addSubcommand(topics)
            .addSubcommand(config);
    root.setParameterExceptionHandler((wrong, arguments) -> misused(session, wrong));
    root.setExecutionExceptionHandler((failure, command, parsed) -> failed(session, failure));
    root.setUsageHelpWidth(WIDTH);
    root.setCaseInsensitiveEnumValuesAllowed(true);
    prepare(root);
    return root;
  }

  private static CommandLine queues(Session session) {
    return new CommandLine(new QueuesCommand())
        .addSubcommand(new QueuesCommand.All(session))
        .addSubcommand(new QueuesCommand.Stats(session))
        .addSubcommand(new SendCommand.Publish(session))
        .addSubcommand(new SendCommand.Request(session))
        .addSubcommand(new ReserveCommand(session))
        .addSubcommand(new LeaseCommand.Finish(session))
        .addSubcommand(new LeaseCommand.Release(session))
        .addSubcommand(new LeaseCommand.Extend(session))
        .addSubcommand(new LeaseCommand.Bury(session))
        .addSubcommand(new QueuesCommand.Peek(session))
        .addSubcommand(new QueueBulkCommand.Kick(session))
        .addSubcommand(new QueueBulkCommand.Purge(session))
        .addSubcommand(new QueuesCommand.Letters(session))
        .addSubcommand(new QueueBulkCommand.Respawn(session))
        .addSubcommand(new QueueBulkCommand.Discard(session))
        .addSubcommand(new QueuePauseResumeCommand.Pause(session))
        .addSubcommand(new QueuePauseResumeCommand.Resume(session))
        .addSubcommand(new QueueBulkCommand.Delete(session));
  }

  /** Adds what all commands have in common. */
  private static void prepare(CommandLine command) {
    var spec = command.getCommandSpec();
    spec.addOption(
        OptionSpec.builder("-h", "--help").usageHelp(true).description("Show this help").build());
    // an internal error is neither a negative answer nor the caller's fault
    spec.exitCodeOnExecutionException(ExitStatus.UNAVAILABLE.code());
    spec.usageMessage()
        .footerHeading("%nExamples:%n")
        .exitCodeListHeading("%nExit status:%n")
        .exitCodeList(ExitStatus.listed());
    spec.usageMessage().footer(indented(spec.usageMessage().footer()));
    command.getSubcommands().values().forEach(Commands::prepare);
  }

  private static String[] indented(String... examples) {
    return Arrays.stream(examples).map(example -> "  " + example).toArray(String[]::new);
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

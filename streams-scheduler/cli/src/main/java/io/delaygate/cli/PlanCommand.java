package io.delaygate.cli;

import io.delaygate.scheduler.settings.SchedulerSettings;
import io.delaygate.scheduler.topics.PlanCommands;
import io.delaygate.scheduler.topics.PlanStrimzi;
import io.delaygate.scheduler.topics.PlanTable;
import io.delaygate.scheduler.topics.TopicPlan;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Command {@code topics plan}: prints the topics that a scheduler with these settings needs. */
@Command(
    name = "plan",
    description = "Print every topic with its settings; asks no broker",
    footer = {
      "delaygate topics plan --topic.prefix=eu. --topics.partitions=32",
      "delaygate topics plan --format=commands --bootstrap.servers=kafka:9092",
      "delaygate topics plan --format=strimzi --strimzi.cluster=prod"
    })
final class PlanCommand extends SettingsCommand {
  private static final String SERVERS = "bootstrap.servers";

  /** Output format of the plan. */
  private enum Format {
    TABLE,
    COMMANDS,
    STRIMZI;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      defaultValue = "table",
      description = "For people, for a shell, or as KafkaTopic resources: ${COMPLETION-CANDIDATES}")
  private Format format = Format.TABLE;

  @Option(
      names = "--strimzi.cluster",
      paramLabel = "NAME",
      defaultValue = "my-cluster",
      description = "The Kafka resource of these; ${DEFAULT-VALUE} if not given")
  private String cluster = "";

  PlanCommand(Session session) {
    super(session);
  }

  @Override
  public Integer call() {
    if (!cluster.matches("[a-zA-Z0-9]([-a-zA-Z0-9_.]{0,61}[a-zA-Z0-9])?")) {
      throw new CliException(ExitStatus.USAGE, "'" + cluster + "' is no name of a Kafka resource");
    }
    var given = given();
    // no broker is asked; the operator fills it in before running the commands
    var servers = given.computeIfAbsent(SERVERS, key -> "bootstrap-servers:9092");
    var plan = TopicPlan.of(SchedulerSettings.of(given));
    session()
        .out()
        .print(
            switch (format) {
              case TABLE -> PlanTable.of(plan);
              case COMMANDS -> PlanCommands.of(plan, servers);
              case STRIMZI -> PlanStrimzi.of(plan, cluster);
            });
    return ExitStatus.DONE.code();
  }
}

package io.delaygate.cli;

import io.delaygate.scheduler.changelog.ChangelogRepair;
import io.delaygate.scheduler.settings.SchedulerSettings;
import io.delaygate.service.settings.SettingsException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * Base of commands that repair a changelog that the scheduler refuses. They run on the machine of a
 * scheduler that is stopped or waits because of the refusal.
 */
abstract class ChangelogCommand extends SettingsCommand {
  @Option(names = "--yes", description = "Do not ask")
  private boolean yes;

  ChangelogCommand(Session session) {
    super(session);
  }

  abstract ExitStatus run(ChangelogRepair repair);

  @Override
  public final Integer call() {
    var settings = SchedulerSettings.of(given());
    try (var admin = Admin.create(settings.adminProperties())) {
      var repair = new ChangelogRepair(admin, settings);
      var refusal = repair.refusal();
      if (refusal.isEmpty()) {
        session().tell("Topic " + repair.topic() + " is in order: nothing was done.");
        return ExitStatus.NO.code();
      }
      session().tell(refusal.get());
      return run(repair).code();
    } catch (KafkaException noAnswer) {
      throw new SettingsException("Kafka: " + noAnswer.getMessage());
    }
  }

  final void confirm(String question) {
    session().confirm(yes, question);
  }

  /** Command {@code topics rebuild-changelog}: writes the changelog again from the local stores. */
  @Command(
      name = "rebuild-changelog",
      description = "Write the jobs' changelog anew from the state directory of this scheduler",
      footer = {
        "delaygate topics rebuild-changelog --config=scheduler.properties",
        "delaygate topics rebuild-changelog --incomplete --yes"
      })
  static final class Rebuild extends ChangelogCommand {
    @Option(
        names = "--incomplete",
        description =
            "Also take stores that may lack jobs: of standbys, former owners, killed processes,"
                + " and those that were closed before the changelog was missed")
    private boolean incomplete;

    Rebuild(Session session) {
      super(session);
    }

    @Override
    ExitStatus run(ChangelogRepair repair) {
      var out = session().out();
      repair.preview(incomplete).forEach(out::println);
      confirm("Delete topic " + repair.topic() + " if it is there, and write it from these?");
      var missing = repair.rebuild(incomplete, out::println);
      if (missing.isEmpty()) {
        out.println("All partitions are written; schedulers join their group by themselves.");
        return ExitStatus.DONE;
      }
      session()
          .tell(
              "Partitions %s are missing: run this where their stores are, or accept the loss."
                  .formatted(missing));
      return ExitStatus.NO;
    }
  }

  /** Command {@code topics accept-loss}: continues with the changelog as it is. */
  @Command(
      name = "accept-loss",
      description = "Go on with the changelog as it is, though jobs are lost; names it",
      footer = {
        "delaygate topics accept-loss delaygate-jobs-changelog --config=scheduler.properties",
        "delaygate topics accept-loss delaygate-jobs-changelog --yes"
      })
  static final class AcceptLoss extends ChangelogCommand {
    @Parameters(paramLabel = "TOPIC", description = "The changelog, so that no other is meant")
    private String topic = "";

    AcceptLoss(Session session) {
      super(session);
    }

    @Override
    ExitStatus run(ChangelogRepair repair) {
      if (!topic.equals(repair.topic())) {
        throw new CliException(
            ExitStatus.USAGE,
            "The changelog is '%s', not '%s': nothing was done.".formatted(repair.topic(), topic));
      }
      confirm("Give up all jobs that are not in topic " + topic + "?");
      var jobs = repair.acceptLoss(session().out()::println);
      session()
          .out()
          .printf("%d jobs were in local stores that are put away; schedulers join again.%n", jobs);
      return ExitStatus.DONE;
    }
  }
}

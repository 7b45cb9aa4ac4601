package io.delaygate.cli;

import io.delaygate.scheduler.settings.SchedulerSettings;
import io.delaygate.scheduler.topics.Deviation.Severity;
import io.delaygate.scheduler.topics.TopicCheck;
import io.delaygate.service.settings.SettingsException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;
import picocli.CommandLine.Command;

/**
 * Command group {@code topics}: prints, checks or creates the topics of an installation.
 *
 * <p>Ends with {@link ExitStatus#NO} when the scheduler would not start with the topics, and with
 * {@link ExitStatus#USAGE} when the check was not possible: wrong arguments or settings, no answer,
 * no right to create.
 */
@Command(
    name = "topics",
    description = "Print, check or create the topics that the scheduler needs",
    footer = {
      "delaygate topics plan --format=commands --bootstrap.servers=kafka:9092",
      "delaygate topics check --config=scheduler.properties",
      "delaygate topics create --bootstrap.servers=kafka:9092 --replication.factor=3"
    })
final class TopicsCommand {

  private abstract static class OnBrokers extends SettingsCommand {
    private final boolean creates;

    OnBrokers(Session session, boolean creates) {
      super(session);
      this.creates = creates;
    }

    @Override
    public final Integer call() {
      try {
        return run(SchedulerSettings.of(given())).code();
      } catch (KafkaException noAnswer) {
        throw new SettingsException("Kafka: " + noAnswer.getMessage());
      }
    }

    private ExitStatus run(SchedulerSettings settings) {
      var out = session().out();
      try (var admin = Admin.create(settings.adminProperties())) {
        var topics = new TopicCheck(admin, settings);
        if (creates) {
          topics.createMissing().forEach(out::println);
        }
        var result = topics.compare();
        result.deviations().forEach(it -> out.println(it.severity() + " " + it.text()));
        out.printf(
            "%d topics checked: %d refused, %d warnings%n",
            result.topics(), result.of(Severity.REFUSE).size(), result.of(Severity.WARN).size());
        return result.isRefused() ? ExitStatus.NO : ExitStatus.DONE;
      }
    }
  }

  /** Command {@code topics check}: compares the cluster with the plan. */
  @Command(
      name = "check",
      description = "Compare the cluster with the plan; status 1 if the scheduler would not start",
      footer = {
        "delaygate topics check --bootstrap.servers=kafka:9092",
        "delaygate topics check --config=scheduler.properties"
      })
  static final class Check extends OnBrokers {
    Check(Session session) {
      super(session, false);
    }
  }

  /** Command {@code topics create}: creates missing topics, then checks. */
  @Command(
      name = "create",
      description = "Create the topics that are missing, then check",
      footer = {
        "delaygate topics create --bootstrap.servers=kafka:9092",
        "delaygate topics create --config=scheduler.properties --topics.partitions=32"
      })
  static final class Create extends OnBrokers {
    Create(Session session) {
      super(session, true);
    }
  }
}

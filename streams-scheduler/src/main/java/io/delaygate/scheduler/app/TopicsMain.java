package io.delaygate.scheduler.app;

import io.delaygate.scheduler.settings.SchedulerSettings;
import io.delaygate.scheduler.topics.Deviation;
import io.delaygate.scheduler.topics.PlanCommands;
import io.delaygate.scheduler.topics.PlanStrimzi;
import io.delaygate.scheduler.topics.PlanTable;
import io.delaygate.scheduler.topics.TopicCheck;
import io.delaygate.scheduler.topics.TopicPlan;
import io.delaygate.schemas.settings.SettingsException;
import java.io.PrintStream;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;

/**
 * The topics of an installation, for the operator: printed, checked or created.
 *
 * <p>Ends with status 1 when the scheduler would not start with the topics, and with 2 when that
 * could not be found out: bad arguments or settings, no answer, no right to create.
 */
public final class TopicsMain {
  private final PrintStream out;

  private TopicsMain(PrintStream out) {
    this.out = out;
  }

  /** Arguments as in {@link TopicsArguments}. */
  public static void main(String[] arguments) {
    var status = run(System.getenv(), System.out, System.err, arguments);
    if (status != 0) {
      System.exit(status);
    }
  }

  /**
   * As {@link #main}, but returns the status.
   *
   * @param environment variables, of which those of settings count
   */
  public static int run(
      Map<String, String> environment, PrintStream out, PrintStream faults, String... arguments) {
    try {
      return new TopicsMain(out).run(TopicsArguments.of(environment, arguments));
    } catch (SettingsException unusable) {
      faults.println(unusable.getMessage());
    } catch (KafkaException noAnswer) {
      faults.println("Kafka: " + noAnswer.getMessage());
    }
    return 2;
  }

  private int run(TopicsArguments arguments) {
    var settings = SchedulerSettings.of(arguments.settings());
    return switch (arguments.action()) {
      case PLAN -> {
        out.print(plan(arguments, settings));
        yield 0;
      }
      case CHECK -> check(settings, false);
      case CREATE -> check(settings, true);
    };
  }

  private static String plan(TopicsArguments arguments, SchedulerSettings settings) {
    var plan = TopicPlan.of(settings);
    return switch (arguments.format()) {
      case TABLE -> PlanTable.of(plan);
      case COMMANDS -> PlanCommands.of(plan, arguments.bootstrapServers());
      case STRIMZI -> PlanStrimzi.of(plan, arguments.strimziCluster());
    };
  }

  private int check(SchedulerSettings settings, boolean create) {
    try (var admin = Admin.create(settings.adminProperties())) {
      var topics = new TopicCheck(admin, settings);
      if (create) {
        topics.createMissing().forEach(out::println);
      }
      var result = topics.compare();
      result.deviations().forEach(it -> out.println(it.severity() + " " + it.text()));
      out.printf(
          "%d topics checked: %d refused, %d warnings%n",
          result.topics(),
          result.of(Deviation.Severity.REFUSE).size(),
          result.of(Deviation.Severity.WARN).size());
      return result.isRefused() ? 1 : 0;
    }
  }
}

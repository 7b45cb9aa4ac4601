package io.delaygate.cli;

import io.delaygate.scheduler.app.SchedulerMain;
import io.delaygate.scheduler.changelog.ChangelogRepair;
import io.delaygate.scheduler.settings.SchedulerSettings;
import io.delaygate.scheduler.topics.Deviation.Severity;
import io.delaygate.scheduler.topics.PlanCommands;
import io.delaygate.scheduler.topics.PlanStrimzi;
import io.delaygate.scheduler.topics.PlanTable;
import io.delaygate.scheduler.topics.TopicCheck;
import io.delaygate.scheduler.topics.TopicPlan;
import io.delaygate.service.settings.SettingsException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiFunction;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;

/**
 * Verbs of the groups {@code topics} and {@code config}: topics and settings as the scheduler sees
 * them.
 *
 * <p>Verbs about topics end with {@link ExitStatus#NO} when the scheduler would not start with the
 * topics, and with {@link ExitStatus#USAGE} when the check was not possible: wrong arguments or
 * settings, no answer, no right to create.
 */
final class SettingsVerbs {
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

  private SettingsVerbs() {}

  private static final List<Verb> TOPICS =
      List.of(
          Verb.ofSettings("plan", "Print every topic with its settings, without calling a broker")
              .examples(
                  "--topic.prefix=eu. --topics.partitions=32",
                  "--format=commands --bootstrap.servers=kafka:9092",
                  "--format=strimzi --strimzi.cluster=prod")
              .add(
                  "--format=FORMAT",
                  Format.class,
                  "For people, as a shell script, or as KafkaTopic resources:"
                      + " ${COMPLETION-CANDIDATES}")
              .orElse("table")
              .text(
                  "--strimzi.cluster=NAME",
                  "Name of the Kafka resource of the topics; ${DEFAULT-VALUE} if not given")
              .orElse("my-cluster")
              .runs(SettingsVerbs::plan),
          Verb.ofSettings(
                  "check",
                  "Compare the cluster with the plan; exit status 1 if the scheduler would not"
                      + " start")
              .examples("--bootstrap.servers=kafka:9092", "--config=scheduler.properties")
              .runs(call -> checkTopics(call, false)),
          Verb.ofSettings("create", "Create the missing topics, then check all")
              .examples(
                  "--bootstrap.servers=kafka:9092",
                  "--config=scheduler.properties --topics.partitions=32")
              .runs(call -> checkTopics(call, true)),
          Verb.ofSettings(
                  "rebuild-changelog",
                  "Rebuild the changelog of the jobs from the state directory of this scheduler")
              .examples("--config=scheduler.properties", "--incomplete --yes")
              .flag("--yes", "Do not ask for confirmation")
              .flag(
                  "--incomplete",
                  "Also use stores that may lack jobs: from standbys, former owners and killed"
                      + " processes, and stores that were closed before the loss was noticed")
              .runs(call -> repair(call, SettingsVerbs::rebuild)),
          Verb.ofSettings(
                  "accept-loss", "Continue with the changelog as it is, although jobs are lost")
              .examples(
                  "delaygate-jobs-changelog --config=scheduler.properties",
                  "delaygate-jobs-changelog --yes")
              .flag("--yes", "Do not ask for confirmation")
              .parameter("TOPIC", "Name of the changelog, to confirm that it is the right one")
              .runs(call -> repair(call, SettingsVerbs::acceptLoss)));

  private static final Verb CHECK_SETTINGS =
      Verb.ofSettings(
              "check", "Check the settings as the scheduler does, and list all errors at once")
          .examples("--config=scheduler.properties", "--effective --commit.interval.ms=50")
          .flag(
              "--effective", "Print the effective settings, defaults included; secrets are hidden")
          .runs(SettingsVerbs::checkSettings);

  static final List<Verb> ROWS =
      List.of(
          Verb.group("topics", "Print, check or create the topics that the scheduler needs")
              .examples(
                  "plan --format=commands --bootstrap.servers=kafka:9092",
                  "check --config=scheduler.properties",
                  "create --bootstrap.servers=kafka:9092 --replication.factor=3")
              .holds(TOPICS),
          Verb.group("config", "Check the scheduler's settings")
              .examples("check --config=scheduler.properties", "check --effective")
              .holds(List.of(CHECK_SETTINGS)));

  /** Adds the option of all verbs that use settings. */
  static Verb option(Verb verb) {
    return verb.text(
        "--config=FILE",
        "File with the scheduler's settings; by default DELAYGATE_CONFIG, else"
            + " config/scheduler.properties. Each setting can also be an argument, --key=value,"
            + " or a variable, DELAYGATE_KEY");
  }

  /** Settings as the scheduler's process reads them, not yet checked; the map may be changed. */
  private static Map<String, String> unchecked(Invocation call) {
    var arguments = new ArrayList<>(call.others());
    if (call.has("--config")) {
      arguments.add("--config=" + call.text("--config"));
    }
    return SchedulerMain.given(call.session().settings(), arguments.toArray(String[]::new));
  }

  static SchedulerSettings checked(Invocation call) {
    return SchedulerSettings.of(unchecked(call));
  }

  private static ExitStatus onBrokers(
      Invocation call, BiFunction<Admin, SchedulerSettings, ExitStatus> work) {
    var settings = checked(call);
    try (var admin = Admin.create(settings.adminProperties())) {
      return work.apply(admin, settings);
    } catch (KafkaException noAnswer) {
      throw new SettingsException("Kafka: " + noAnswer.getMessage());
    }
  }

  private static ExitStatus checkSettings(Invocation call) {
    var settings = checked(call);
    call.session()
        .out()
        .println(call.has("--effective") ? settings.effective() : "The settings are valid.");
    return ExitStatus.DONE;
  }

  private static ExitStatus plan(Invocation call) {
    var cluster = call.text("--strimzi.cluster");
    if (!cluster.matches("[a-zA-Z0-9]([-a-zA-Z0-9_.]{0,61}[a-zA-Z0-9])?")) {
      throw CliException.usage("'" + cluster + "' is not a valid name of a Kafka resource");
    }
    var settings = unchecked(call);
    // no broker is asked; the operator fills it in before running the commands
    var servers = settings.computeIfAbsent(SERVERS, key -> "bootstrap-servers:9092");
    var plan = TopicPlan.of(SchedulerSettings.of(settings));
    call.session()
        .out()
        .print(
            switch ((Format) call.value("--format")) {
              case TABLE -> PlanTable.of(plan);
              case COMMANDS -> PlanCommands.of(plan, servers);
              case STRIMZI -> PlanStrimzi.of(plan, cluster);
            });
    return ExitStatus.DONE;
  }

  private static ExitStatus checkTopics(Invocation call, boolean creates) {
    var out = call.session().out();
    return onBrokers(
        call,
        (admin, settings) -> {
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
        });
  }

  private static ExitStatus rebuild(ChangelogRepair repair, Invocation call) {
    var out = call.session().out();
    var incomplete = call.has("--incomplete");
    repair.preview(incomplete).forEach(out::println);
    call.confirm(
        "Delete topic " + repair.topic() + " if it exists, and rebuild it from these stores?");
    var missing = repair.rebuild(incomplete, out::println);
    if (missing.isEmpty()) {
      out.println("All partitions are rebuilt; schedulers join their group by themselves.");
      return ExitStatus.DONE;
    }
    call.session()
        .tell(
            ("Partitions %s are missing: run this command on the hosts that have their stores,"
                    + " or accept the loss.")
                .formatted(missing));
    return ExitStatus.NO;
  }

  private static ExitStatus acceptLoss(ChangelogRepair repair, Invocation call) {
    var topic = call.text("TOPIC");
    if (!topic.equals(repair.topic())) {
      throw CliException.usage(
          ("The changelog is '%s', not '%s': nothing was changed. Repeat the command with the"
                  + " right name.")
              .formatted(repair.topic(), topic));
    }
    call.confirm("Lose all jobs that are not in topic " + topic + "?");
    var jobs = repair.acceptLoss(call.session().out()::println);
    call.session()
        .out()
        .printf(
            "%d jobs were in local stores that were set aside; schedulers rejoin their"
                + " group.%n",
            jobs);
    return ExitStatus.DONE;
  }

  /** Repairs a changelog on the machine of a scheduler that is stopped or waits because of it. */
  private static ExitStatus repair(
      Invocation call, BiFunction<ChangelogRepair, Invocation, ExitStatus> work) {
    return onBrokers(
        call,
        (admin, settings) -> {
          var repair = new ChangelogRepair(admin, settings);
          var refusal = repair.refusal();
          if (refusal.isEmpty()) {
            call.session()
                .tell("Topic " + repair.topic() + " needs no repair: nothing was changed.");
            return ExitStatus.NO;
          }
          call.session().tell(refusal.get());
          return work.apply(repair, call);
        });
  }
}

package io.delaygate.scheduler.app;

import io.delaygate.schemas.settings.SettingsException;
import io.delaygate.schemas.settings.SettingsSource;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The arguments of {@link TopicsMain}: one action, options of its own, and the scheduler's
 * settings.
 *
 * @param settings of the scheduler, merged; has {@code bootstrap.servers}
 */
record TopicsArguments(
    Action action, Format format, String strimziCluster, Map<String, String> settings) {

  /** What to do. */
  enum Action {
    PLAN,
    CHECK,
    CREATE
  }

  /** How the plan is printed. */
  enum Format {
    TABLE,
    COMMANDS,
    STRIMZI
  }

  private static final String USAGE =
      """
      Usage: delaygate-topics plan|check|create [options] [--key=value ...]
        plan    prints every topic with its settings; asks no broker
        check   compares the cluster with the plan; status 1 if the scheduler would not start
        create  creates what is missing, then checks
      Options of plan:
        --format=table|commands|strimzi   for people, for a shell, or as KafkaTopic resources
        --strimzi.cluster=NAME            the Kafka resource of these (default: my-cluster)
      Settings are the scheduler's: --key=value, DELAYGATE_KEY, or --config=FILE.""";

  private static final String FORMAT = "--format=";
  private static final String CLUSTER = "--strimzi.cluster=";
  private static final String SERVERS = "bootstrap.servers";

  /**
   * Reads arguments in any order.
   *
   * @throws SettingsException with the usage text
   */
  static TopicsArguments of(Map<String, String> environment, String... arguments) {
    var all = List.of(arguments);
    var actions = all.stream().filter(argument -> !argument.startsWith("-")).toList();
    if (actions.size() != 1 || all.contains("--help")) {
      throw new SettingsException(USAGE);
    }
    var action = choice(Action.values(), actions.get(0));
    var cluster = option(all, CLUSTER).orElse("my-cluster");
    if (!cluster.matches("[a-zA-Z0-9]([-a-zA-Z0-9_.]{0,61}[a-zA-Z0-9])?")) {
      throw new SettingsException("'" + cluster + "' is no name of a Kafka resource\n" + USAGE);
    }
    var settings =
        SettingsSource.merge(
            environment,
            all.stream()
                .filter(argument -> argument.startsWith("-"))
                .filter(argument -> !argument.startsWith(FORMAT) && !argument.startsWith(CLUSTER))
                .toArray(String[]::new));
    if (action == Action.PLAN) {
      // no broker is asked; whoever runs the commands fills it in
      settings.putIfAbsent(SERVERS, "bootstrap-servers:9092");
    }
    var format = choice(Format.values(), option(all, FORMAT).orElse("table"));
    return new TopicsArguments(action, format, cluster, settings);
  }

  /** The brokers, or what stands in their place. */
  String bootstrapServers() {
    return settings.getOrDefault(SERVERS, "");
  }

  private static Optional<String> option(List<String> arguments, String name) {
    return arguments.stream()
        .filter(argument -> argument.startsWith(name))
        .map(argument -> argument.substring(name.length()))
        .findFirst();
  }

  private static <E extends Enum<E>> E choice(E[] choices, String word) {
    return Arrays.stream(choices)
        .filter(choice -> choice.name().toLowerCase(Locale.ROOT).equals(word))
        .findFirst()
        .orElseThrow(() -> new SettingsException("'" + word + "' is not known\n" + USAGE));
  }
}

package io.delaygate.scheduler.topics;

import io.delaygate.schemas.topics.PlannedTopic;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Topic plan as a shell script of {@code kafka-topics.sh} calls. Running it again changes nothing.
 */
public final class PlanCommands {
  private static final String HEAD =
      """
      #!/bin/sh
      # With authentication, add --command-config FILE to each command. If a managed Kafka refuses
      # min.cleanable.dirty.ratio, leave it out: it only saves time.
      set -eu
      """;

  private PlanCommands() {}

  /**
   * One command for each topic.
   *
   * @param bootstrapServers {@code host:port,...}, as the shell may read it between single quotes
   */
  public static String of(List<PlannedTopic> plan, String bootstrapServers) {
    return plan.stream()
        .map(topic -> command(topic, bootstrapServers))
        .collect(Collectors.joining("\n", HEAD, ""));
  }

  private static String command(PlannedTopic topic, String bootstrapServers) {
    var command = new StringBuilder();
    command.append("# ").append(topic.role().purpose()).append('\n');
    command.append("kafka-topics.sh --bootstrap-server '").append(bootstrapServers).append('\'');
    command.append(" --create --if-not-exists \\\n  --topic ").append(topic.name());
    command.append(" --partitions ").append(topic.partitions());
    if (topic.replication().factor() > 0) {
      command.append(" --replication-factor ").append(topic.replication().factor());
    }
    topic
        .configs()
        .forEach(
            (key, value) ->
                command.append(" \\\n  --config ").append(key).append('=').append(value));
    return command.append('\n').toString();
  }
}

package io.delaygate.scheduler.topics;

import io.delaygate.schemas.topics.PlannedTopic;
import java.util.List;
import java.util.stream.Collectors;

/** Topic plan as {@code KafkaTopic} resources of Strimzi, the operator of Kafka on Kubernetes. */
public final class PlanStrimzi {
  /**
   * Known since Strimzi 0.49, and from 1.0 on the only one; the one before it, {@code v1beta2}, has
   * the same fields.
   */
  private static final String API_VERSION = "kafka.strimzi.io/v1";

  private static final String HEAD =
      """
      # Strimzi before 0.49: write v1beta2 instead of v1.
      # Apply it in the namespace that the topic operator watches.
      """;

  private PlanStrimzi() {}

  /**
   * A stream of YAML documents.
   *
   * @param cluster name of the {@code Kafka} resource whose operator makes the topics
   */
  public static String of(List<PlannedTopic> plan, String cluster) {
    return plan.stream()
        .map(topic -> resource(topic, cluster))
        .collect(Collectors.joining("", HEAD, ""));
  }

  /** All values are quoted, so that none is taken for a number or a truth value. */
  private static String resource(PlannedTopic topic, String cluster) {
    var text = new StringBuilder();
    text.append("---\n# ").append(topic.role().purpose()).append('\n');
    text.append("apiVersion: ").append(API_VERSION).append('\n');
    text.append("kind: KafkaTopic\n");
    text.append("metadata:\n");
    text.append("  name: ").append(quoted(KubernetesName.of(topic.name()))).append('\n');
    text.append("  labels:\n");
    text.append("    strimzi.io/cluster: ").append(quoted(cluster)).append('\n');
    text.append("spec:\n");
    text.append("  topicName: ").append(quoted(topic.name())).append('\n');
    text.append("  partitions: ").append(topic.partitions()).append('\n');
    if (topic.replication().factor() > 0) {
      text.append("  replicas: ").append(topic.replication().factor()).append('\n');
    }
    text.append("  config:\n");
    topic
        .configs()
        .forEach(
            (key, value) ->
                text.append("    ").append(key).append(": ").append(quoted(value)).append('\n'));
    return text.toString();
  }

  /** Names of topics and settings, and our values, hold nothing that YAML would escape. */
  private static String quoted(String value) {
    return '"' + value + '"';
  }
}

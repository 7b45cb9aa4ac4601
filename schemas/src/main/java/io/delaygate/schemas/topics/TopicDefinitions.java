package io.delaygate.schemas.topics;

import io.delaygate.schemas.contract.Limits;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.config.TopicConfig;

/**
 * Definitions of the topics that an installation shares with its callers: partitions, retention and
 * other settings. The scheduler's changelogs are defined with its stores.
 */
public final class TopicDefinitions {
  /** Default number of partitions of the topics of commands, with room to grow; it is permanent. */
  public static final int DEFAULT_PARTITIONS = 16;

  /** Largest batch of topics that carry no payloads of jobs: Kafka's own default. */
  public static final int ANSWER_BATCH_BYTES = 1_048_588;

  /** Largest batch of topics that carry commands and jobs, with what is added to them. */
  public static final int OWN_BATCH_BYTES = Limits.RECORD_BYTES + Limits.RECORD_OVERHEAD_BYTES;

  private static final Map<String, String> KEPT =
      Map.of(
          TopicConfig.CLEANUP_POLICY_CONFIG,
          TopicConfig.CLEANUP_POLICY_COMPACT,
          TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG,
          "LogAppendTime");

  private TopicDefinitions() {}

  /** The topics as an admin client creates them, with the brokers' default replication. */
  public static List<NewTopic> all(TopicNames names, int partitions) {
    return planned(names, partitions, Replication.OF_BROKERS).stream()
        .map(PlannedTopic::newTopic)
        .toList();
  }

  /**
   * The topics.
   *
   * @param partitions of the topics of commands; can never be changed afterwards, as the stores
   *     follow the partitions
   */
  public static List<PlannedTopic> planned(
      TopicNames names, int partitions, Replication replication) {
    return List.of(
        PlannedTopic.of(
            TopicRole.REQUESTS,
            names.requests(),
            partitions,
            replication,
            configs(OWN_BATCH_BYTES, Duration.ofDays(7))),
        PlannedTopic.of(
            TopicRole.REROUTED,
            names.rerouted(),
            partitions,
            replication,
            configs(OWN_BATCH_BYTES, Duration.ofDays(7))),
        PlannedTopic.of(
            TopicRole.DEAD_LETTERS,
            names.deadLetters(),
            partitions,
            replication,
            configs(OWN_BATCH_BYTES, Duration.ofDays(30))),
        // an outcome that no gateway waits for is useless
        PlannedTopic.of(
            TopicRole.REPLIES,
            names.replies(),
            partitions,
            replication,
            configs(ANSWER_BATCH_BYTES, Duration.ofHours(1))),
        PlannedTopic.of(
            TopicRole.EVENTS,
            names.events(),
            partitions,
            replication,
            configs(ANSWER_BATCH_BYTES, Duration.ofDays(7))),
        // one partition, so that decisions are read in their order
        PlannedTopic.of(TopicRole.CONTROL, names.control(), 1, replication, KEPT));
  }

  /** LogAppendTime, so that relative delays count from the broker's clock, not the sender's. */
  private static Map<String, String> configs(int batchBytes, Duration retention) {
    return Map.of(
        TopicConfig.CLEANUP_POLICY_CONFIG,
        TopicConfig.CLEANUP_POLICY_DELETE,
        TopicConfig.RETENTION_MS_CONFIG,
        Long.toString(retention.toMillis()),
        TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG,
        "LogAppendTime",
        TopicConfig.MAX_MESSAGE_BYTES_CONFIG,
        Integer.toString(batchBytes));
  }
}

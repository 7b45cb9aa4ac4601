package io.delaygate.schemas.topics;

import io.delaygate.schemas.contract.Limits;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.config.TopicConfig;

/** How the topics of an installation must be set up; the scheduler's changelogs are made by it. */
public final class TopicDefinitions {
  /** The smallest partition of commands that is worth one task, times room to grow: permanent. */
  public static final int DEFAULT_PARTITIONS = 16;

  /**
   * Largest batch that {@code delay-requests} takes: Kafka's own default, which a stock producer
   * ({@code max.request.size} 1 MiB) cannot exceed.
   */
  public static final int REQUEST_BATCH_BYTES = 1_048_588;

  /** Largest batch of topics that carry an accepted command with something added. */
  public static final int OWN_BATCH_BYTES = Limits.RECORD_BYTES + Limits.RECORD_OVERHEAD_BYTES;

  private TopicDefinitions() {}

  /**
   * The topics to create.
   *
   * @param partitions of the topics of commands; can never be changed afterwards, as the stores
   *     follow the partitions
   */
  public static List<NewTopic> all(TopicNames names, int partitions) {
    return List.of(
        topic(names.requests(), partitions, REQUEST_BATCH_BYTES, Duration.ofDays(7)),
        topic(names.rerouted(), partitions, OWN_BATCH_BYTES, Duration.ofDays(7)),
        topic(names.deadLetters(), partitions, OWN_BATCH_BYTES, Duration.ofDays(30)),
        // an outcome that nobody waited for is of no use
        topic(names.replies(), partitions, REQUEST_BATCH_BYTES, Duration.ofHours(1)),
        topic(names.events(), partitions, REQUEST_BATCH_BYTES, Duration.ofDays(7)));
  }

  /** LogAppendTime, so that relative delays count from the broker's clock, not the sender's. */
  private static NewTopic topic(String name, int partitions, int batchBytes, Duration retention) {
    return new NewTopic(name, Optional.of(partitions), Optional.empty())
        .configs(
            Map.of(
                TopicConfig.CLEANUP_POLICY_CONFIG,
                TopicConfig.CLEANUP_POLICY_DELETE,
                TopicConfig.RETENTION_MS_CONFIG,
                Long.toString(retention.toMillis()),
                TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG,
                "LogAppendTime",
                TopicConfig.MAX_MESSAGE_BYTES_CONFIG,
                Integer.toString(batchBytes)));
  }
}

package io.delaygate.service.directory;

import io.delaygate.schemas.contract.ReasonCode;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.TopicPartitionInfo;
import org.apache.kafka.common.config.TopicConfig;
import org.jspecify.annotations.Nullable;

/**
 * Description and configuration of a topic, as read from the brokers; the configuration only where
 * we may read it. Without side effects.
 *
 * @param config null without the right to read it; the topic is then assumed to refuse only records
 *     that are too large
 * @param sizeUntold {@code max.message.bytes} to assume when it cannot be read
 */
record TopicFacts(TopicDescription description, @Nullable Config config, int sizeUntold) {
  private static final String LOG_APPEND_TIME = "LogAppendTime";

  TopicStatus.Writable status() {
    return new TopicStatus.Writable(
        description.partitions().size(),
        (int) number(TopicConfig.MAX_MESSAGE_BYTES_CONFIG, sizeUntold),
        text(TopicConfig.CLEANUP_POLICY_CONFIG).contains(TopicConfig.CLEANUP_POLICY_COMPACT),
        timestampToleranceMs(),
        closed());
  }

  private long timestampToleranceMs() {
    return text(TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG).equals(LOG_APPEND_TIME)
        ? Long.MAX_VALUE
        : Math.min(
            number(TopicConfig.MESSAGE_TIMESTAMP_BEFORE_MAX_MS_CONFIG, Long.MAX_VALUE),
            number(TopicConfig.MESSAGE_TIMESTAMP_AFTER_MAX_MS_CONFIG, Long.MAX_VALUE));
  }

  private Map<Integer, ReasonCode> closed() {
    var least = number(TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG, 1);
    var closed = new HashMap<Integer, ReasonCode>();
    for (var partition : description.partitions()) {
      if (lacksLeader(partition)) {
        closed.put(partition.partition(), ReasonCode.TARGET_NO_LEADER);
      } else if (partition.isr().size() < Math.min(least, partition.replicas().size())) {
        // a broker never requires more replicas in sync than a partition has
        closed.put(partition.partition(), ReasonCode.TARGET_REPLICAS_TOO_FEW);
      }
    }
    return closed;
  }

  private static boolean lacksLeader(TopicPartitionInfo partition) {
    var leader = partition.leader();
    return leader == null || leader.isEmpty();
  }

  private long number(String key, long untold) {
    try {
      var text = text(key);
      return text.isEmpty() ? untold : Long.parseLong(text);
    } catch (NumberFormatException unreadable) {
      return untold;
    }
  }

  private String text(String key) {
    var entry = config == null ? null : config.get(key);
    var value = entry == null ? null : entry.value();
    return value == null ? "" : value;
  }
}

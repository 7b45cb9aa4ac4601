package io.delaygate.scheduler.targets;

import io.delaygate.service.logging.LogKey;
import java.util.HashSet;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logger of partitions that the breaker opens and closes, a line each. Guarded by its breaker. */
final class BreakerLog {
  private static final Logger LOG = LoggerFactory.getLogger(CircuitBreaker.class);

  private final Set<TopicPartition> told = new HashSet<>();

  void setAside(TopicPartition partition, Obstacle why) {
    if (told.add(partition)) {
      LOG.atWarn()
          .addKeyValue(LogKey.TOPIC.key(), partition.topic())
          .addKeyValue(LogKey.PARTITION.key(), partition.partition())
          .addKeyValue(LogKey.WHY.key(), why.reason() + ": " + why.text())
          .log("A partition refused a record; its jobs wait until it accepts a trial record");
    }
  }

  void accepted(TopicPartition partition, long afterMs) {
    if (told.remove(partition)) {
      LOG.atInfo()
          .addKeyValue(LogKey.TOPIC.key(), partition.topic())
          .addKeyValue(LogKey.PARTITION.key(), partition.partition())
          .addKeyValue(LogKey.DONE.key(), "delivered again after " + afterMs + " ms")
          .log("A partition accepts records again");
    }
  }
}

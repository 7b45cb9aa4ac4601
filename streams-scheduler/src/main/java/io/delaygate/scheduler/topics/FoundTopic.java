package io.delaygate.scheduler.topics;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Topic as the brokers show it: missing, hidden or present. */
sealed interface FoundTopic {
  /** The topic does not exist. */
  record Missing() implements FoundTopic {}

  /** The scheduler may not see it. */
  record Hidden() implements FoundTopic {}

  /**
   * Existing topic.
   *
   * @param id by which the brokers distinguish it from others of the same name
   * @param replicas copies of the partition that has fewest
   * @param configs the settings in force, those of the broker included; null without the right to
   *     read them
   */
  record Present(String id, int partitions, int replicas, @Nullable Map<String, String> configs)
      implements FoundTopic {
    /** A setting in force, null when it cannot be read or the broker does not know it. */
    @Nullable String config(String name) {
      return configs == null ? null : configs.get(name);
    }
  }
}

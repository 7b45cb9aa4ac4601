package io.delaygate.scheduler.topics;

import io.delaygate.scheduler.topics.Finding.Check;
import io.delaygate.scheduler.topics.FoundTopic.Hidden;
import io.delaygate.scheduler.topics.FoundTopic.Missing;
import io.delaygate.scheduler.topics.FoundTopic.Present;
import io.delaygate.schemas.topics.PlannedTopic;
import org.jspecify.annotations.Nullable;

/**
 * Checks of topic rules that are not about a single setting: existence, rights, partitions and
 * replicas.
 */
final class SharedTopicChecks {
  static final Check MISSING =
      (planned, found, brokers) ->
          found instanceof Missing
              ? new Finding(
                  "does not exist",
                  "Create it: start with --create-topics or run 'delaygate topics create';"
                      + " without the right, give the output of 'delaygate topics plan' to an"
                      + " administrator")
              : null;

  static final Check HIDDEN =
      (planned, found, brokers) ->
          found instanceof Hidden
              ? new Finding(
                  "is not visible",
                  "Grant the scheduler's user DESCRIBE (READ and WRITE include it)")
              : null;

  static final Check UNREADABLE =
      (planned, found, brokers) ->
          found instanceof Present present && present.configs() == null
              ? new Finding(
                  "settings cannot be read",
                  "Compare them with 'delaygate topics plan', or grant DESCRIBE_CONFIGS")
              : null;

  static final Check PARTITIONS =
      (planned, found, brokers) ->
          found instanceof Present present && present.partitions() != planned.partitions()
              ? new Finding(
                  "has %d partitions, but should have %d"
                      .formatted(present.partitions(), planned.partitions()),
                  partitionsRemedy(planned, present))
              : null;

  static final Check REPLICAS = SharedTopicChecks::replicas;

  private SharedTopicChecks() {}

  /** Partitions can be added, and never taken away. */
  private static String partitionsRemedy(PlannedTopic planned, Present found) {
    return found.partitions() < planned.partitions()
        ? "Raise the number: kafka-topics.sh --alter --topic %s --partitions %d"
            .formatted(planned.name(), planned.partitions())
        : "Partitions cannot be removed: raise those of the command topic as well, or delete"
            + " topics that are still empty and create them again";
  }

  private static @Nullable Finding replicas(PlannedTopic planned, FoundTopic found, int brokers) {
    if (!(found instanceof Present present)) {
      return null;
    }
    var wanted = planned.replication().factor();
    if (wanted < 1) {
      wanted = present.replicas() == 1 ? Math.min(brokers, 3) : 1;
    }
    return present.replicas() >= wanted
        ? null
        : new Finding(
            "has %d replicas, but should have %d".formatted(present.replicas(), wanted),
            "Add replicas with kafka-reassign-partitions.sh");
  }

  /** Whether compaction alone decides what is dropped. */
  static boolean keepsAll(Present found) {
    var policy = found.config("cleanup.policy");
    return policy != null
        && policy.contains("compact")
        && (!policy.contains("delete")
            || (isUnlimited(found.config("retention.ms"))
                && isUnlimited(found.config("retention.bytes"))));
  }

  private static boolean isUnlimited(@Nullable String limit) {
    return limit != null && limit.startsWith("-");
  }

  /** How many replicas should have a record: one broker may be away. */
  static String inSync(Present found) {
    return found.replicas() >= 3 ? "2" : "1";
  }

  static @Nullable String appendTime(PlannedTopic planned, Present found, String is) {
    return is.equals("LogAppendTime") ? null : "LogAppendTime";
  }
}

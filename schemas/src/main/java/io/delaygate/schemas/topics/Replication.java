package io.delaygate.schemas.topics;

import java.util.Map;
import org.apache.kafka.common.config.TopicConfig;

/**
 * Replication factor of a topic, and the {@code min.insync.replicas} that belongs to it.
 *
 * @param factor copies of each partition; -1 leaves both to the brokers, whose defaults belong
 *     together
 */
public record Replication(int factor) {
  /** The brokers' own default. */
  public static final Replication OF_BROKERS = new Replication(-1);

  /**
   * The topic settings that go with the factor.
   *
   * <p>With 3 or more copies, 2 must have a record: one broker may be down, and no record is on a
   * single disk only. With 1 or 2 copies only 1 can be required, and it is set explicitly: a
   * broker's default of 2, as managed clusters have, would refuse every record for a single copy,
   * and for two copies whenever a broker restarts.
   */
  public Map<String, String> configs() {
    if (factor < 1) {
      return Map.of();
    }
    return Map.of(TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG, factor >= 3 ? "2" : "1");
  }
}

package io.delaygate.schemas.topics;

import java.util.Map;
import org.apache.kafka.common.config.TopicConfig;

/**
 * How many brokers hold each record, and how many must have it before it counts as written.
 *
 * @param factor copies of each partition; -1 leaves both numbers to the brokers, whose defaults
 *     belong together
 */
public record Replication(int factor) {
  /** The brokers' own default. */
  public static final Replication OF_BROKERS = new Replication(-1);

  /**
   * The topic settings that go with the factor.
   *
   * <p>From 3 copies on, 2 must have a record: one broker may be away, and no record is known to a
   * single disk only. With 1 or 2 copies only 1 can be asked for, and is asked for in so many
   * words: a broker's default of 2, as managed clusters have, would refuse every record to a single
   * copy, and to two copies whenever a broker restarts.
   */
  public Map<String, String> configs() {
    if (factor < 1) {
      return Map.of();
    }
    return Map.of(TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG, factor >= 3 ? "2" : "1");
  }
}

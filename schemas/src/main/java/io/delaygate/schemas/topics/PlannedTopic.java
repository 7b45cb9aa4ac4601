package io.delaygate.schemas.topics;

import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.kafka.clients.admin.NewTopic;

/**
 * A topic as it should be.
 *
 * @param partitions at least 1
 * @param configs topic settings with those of the replication, sorted; anything else is the
 *     broker's
 */
public record PlannedTopic(
    TopicRole role,
    String name,
    int partitions,
    Replication replication,
    SortedMap<String, String> configs) {

  /** A topic with settings of its own, to which those of the replication are added. */
  public static PlannedTopic of(
      TopicRole role,
      String name,
      int partitions,
      Replication replication,
      Map<String, String> configs) {
    var all = new TreeMap<>(configs);
    all.putAll(replication.configs());
    return new PlannedTopic(
        role, name, partitions, replication, Collections.unmodifiableSortedMap(all));
  }

  /** What an admin client creates it from. */
  public NewTopic newTopic() {
    var factor = replication.factor();
    return new NewTopic(
            name,
            Optional.of(partitions),
            factor < 1 ? Optional.empty() : Optional.of((short) factor))
        .configs(configs);
  }
}

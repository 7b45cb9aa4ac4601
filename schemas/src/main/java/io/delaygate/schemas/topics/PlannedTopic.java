package io.delaygate.schemas.topics;

import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.kafka.clients.admin.NewTopic;

/**
 * Planned topic: name, partitions, replication and settings.
 *
 * @param partitions at least 1
 * @param configs topic settings including those of the replication, sorted; all others are the
 *     broker's defaults
 */
public record PlannedTopic(
    TopicRole role,
    String name,
    int partitions,
    Replication replication,
    SortedMap<String, String> configs) {

  /** A topic with these settings and those of the replication. */
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

  /** The topic as an admin client creates it. */
  public NewTopic newTopic() {
    var factor = replication.factor();
    return new NewTopic(
            name,
            Optional.of(partitions),
            factor < 1 ? Optional.empty() : Optional.of((short) factor))
        .configs(configs);
  }
}

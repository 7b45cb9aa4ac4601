package io.delaygate.gateway.schedulers;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Counts of rejected commands of the last hour, of all instances that answered. Immutable.
 *
 * @param isKnown false where no instance counts them, as all are of an older version
 * @param groups by namespace, target and reason
 * @param others commands of further groups, which schedulers do not tell apart
 */
public record RejectedCounts(boolean isKnown, List<Group> groups, long others) {
  /** Targets in an answer, the most rejected first; the rest is in its number of others. */
  private static final int TOPICS = 100;

  /**
   * Rejected commands of a namespace that named one target and failed for one reason.
   *
   * @param topic null for commands that named none
   * @param detail the reason of the latest one, in words
   * @param firstMs time of the first of them, epoch milliseconds
   */
  public record Group(
      String namespace,
      @Nullable String topic,
      String reason,
      long lastHour,
      String detail,
      long firstMs,
      long lastMs) {
    private Group plus(Group other) {
      return new Group(
          namespace,
          topic,
          reason,
          lastHour + other.lastHour,
          lastMs >= other.lastMs ? detail : other.detail,
          Math.min(firstMs, other.firstMs),
          Math.max(lastMs, other.lastMs));
    }
  }

  private record Key(String namespace, @Nullable String topic, String reason) {}

  /** Adds up the answers of instances. */
  public static RejectedCounts of(Collection<JsonNode> answers) {
    var groups = new HashMap<Key, Group>();
    var others = 0L;
    var isKnown = false;
    for (var answer : answers) {
      var rejected = answer.path("rejected");
      isKnown |= rejected.isObject();
      others += rejected.path("others").longValue();
      for (var count : rejected.path("counts")) {
        var group = group(count);
        groups.merge(new Key(group.namespace(), group.topic(), group.reason()), group, Group::plus);
      }
    }
    var sorted = new ArrayList<>(groups.values());
    sorted.sort(Comparator.comparingLong(Group::lastHour).reversed());
    return new RejectedCounts(isKnown, List.copyOf(sorted), others);
  }

  private static Group group(JsonNode count) {
    return new Group(
        count.path("namespace").asText(),
        count.path("topic").textValue(),
        count.path("reason").asText(),
        count.path("lastHour").longValue(),
        count.path("detail").asText(),
        count.path("firstMs").longValue(),
        count.path("lastMs").longValue());
  }

  /**
   * Writes the counts by target; nothing where they are not known.
   *
   * @param namespace whose commands count; null for all
   */
  void put(ObjectNode json, @Nullable String namespace) {
    if (!isKnown) {
      return;
    }
    var byTopic = new HashMap<String, Long>();
    var none = 0L;
    for (var group : groups) {
      if (namespace == null || namespace.equals(group.namespace())) {
        if (group.topic() == null) {
          none += group.lastHour();
        } else {
          byTopic.merge(group.topic(), group.lastHour(), Long::sum);
        }
      }
    }
    var rest = none + (namespace == null ? others : 0);
    var rejected = json.putObject("rejected");
    rejected.put("lastHour", byTopic.values().stream().mapToLong(Long::longValue).sum() + rest);
    var topics = rejected.putArray("topics");
    var sorted = new ArrayList<>(byTopic.entrySet());
    sorted.sort(
        Map.Entry.<String, Long>comparingByValue()
            .reversed()
            .thenComparing(Map.Entry.comparingByKey()));
    for (var entry : sorted) {
      if (topics.size() < TOPICS) {
        topics.addObject().put("topic", entry.getKey()).put("lastHour", entry.getValue());
      } else {
        rest += entry.getValue();
      }
    }
    rejected.put("others", rest);
  }
}

package io.delaygate.scheduler.incidents;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Counts of rejected commands of the last hour, by namespace, target and reason, of 1,000 such
 * groups at most; those of further ones are counted together. Thread-safe.
 */
final class RejectionCounts {
  /** Half a kilobyte each. Senders may name any number of topics. */
  static final int GROUPS = 1_000;

  /** Long enough for a sentence that names an id and a topic of usual length. */
  static final int DETAIL_MAX = 300;

  private final Map<Group, Counted> groups = new HashMap<>();
  private final MinuteCounts others = new MinuteCounts();
  private long forgotAtMinute;

  /** Namespace of the id, the target that the command named, null for none, and the reason. */
  private record Group(String namespace, @Nullable String topic, String reason) {}

  private static final class Counted {
    private final MinuteCounts counts = new MinuteCounts();
    private final long firstMs;
    private Rejection last;

    private Counted(Rejection first) {
      this.firstMs = first.atMs();
      this.last = first;
    }
  }

  synchronized void add(String namespace, Rejection rejection) {
    var group = new Group(namespace, rejection.topic(), rejection.reason());
    var counted = groups.get(group);
    if (counted == null && groups.size() >= GROUPS) {
      forget(rejection.atMs());
    }
    if (counted == null && groups.size() >= GROUPS) {
      others.add(1, rejection.atMs());
      return;
    }
    if (counted == null || isOver(counted, rejection.atMs())) {
      counted = new Counted(rejection);
      groups.put(group, counted);
    }
    counted.counts.add(1, rejection.atMs());
    counted.last = rejection;
  }

  /** Drops groups of more than an hour ago; once a minute, as it looks at all of them. */
  private void forget(long nowMs) {
    var minute = nowMs / MinuteCounts.MINUTE_MS;
    if (minute != forgotAtMinute) {
      forgotAtMinute = minute;
      groups.values().removeIf(old -> isOver(old, nowMs));
    }
  }

  private static boolean isOver(Counted counted, long nowMs) {
    return counted.counts.sum(MinuteCounts.MINUTES, nowMs) == 0;
  }

  /**
   * Writes the counts.
   *
   * @param withDetails whether the reason of the latest command of each group is written in words:
   *     counts are asked for often, and a thousand sentences would be long
   */
  synchronized void put(ObjectNode json, boolean withDetails, long nowMs) {
    json.put("others", others.sum(MinuteCounts.MINUTES, nowMs));
    var list = json.putArray("counts");
    groups.forEach(
        (group, counted) -> {
          var lastHour = counted.counts.sum(MinuteCounts.MINUTES, nowMs);
          if (lastHour > 0) {
            var entry = list.addObject().put("namespace", group.namespace());
            entry.put("topic", group.topic()).put("lastHour", lastHour);
            entry.put("firstMs", counted.firstMs).put("lastMs", counted.last.atMs());
            entry.put("reason", group.reason());
            if (withDetails) {
              entry.put("detail", cut(counted.last.detail()));
            }
          }
        });
  }

  private static String cut(String text) {
    return text.length() <= DETAIL_MAX ? text : text.substring(0, DETAIL_MAX - 1) + "…";
  }
}

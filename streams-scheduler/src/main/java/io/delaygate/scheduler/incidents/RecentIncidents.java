package io.delaygate.scheduler.incidents;

import com.fasterxml.jackson.databind.node.ArrayNode;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Incidents of an instance since its start, by kind, subject and reason: 1,000 of them at most,
 * further ones are counted under no subject. One that did not occur for a day is forgotten.
 * Thread-safe.
 */
public final class RecentIncidents {
  /** Half a kilobyte each. */
  static final int MOST = 1_000;

  /** A loss of commands is reported that long; see the alert about it. */
  static final long KEPT_MS = 86_400_000;

  /** Dead letters and restarts of threads are judged by these minutes, as alerts judge them. */
  private static final int QUARTER = 15;

  private final Map<Key, Counted> incidents = new HashMap<>();

  /** Kind of incident; the names are read by gateways. */
  public enum Kind {
    /** Jobs that became dead letters; the subject is their target. */
    DEAD_LETTERS,
    /** The failures of a target passed the threshold of its alarm. */
    FAILURE_ALARM,
    /** Reading of commands did not go on at the last position of a partition. */
    COMMANDS_LOST,
    /** A stream thread was replaced. */
    THREAD_RESTARTS
  }

  private record Key(Kind kind, @Nullable String subject, @Nullable String reason) {}

  private static final class Counted {
    private final MinuteCounts counts = new MinuteCounts();
    private long firstMs;
    private long lastMs;
    private long total;
  }

  /** Adds an incident. */
  public synchronized void add(
      Kind kind, @Nullable String subject, @Nullable String reason, long nowMs) {
    var key = new Key(kind, subject, reason);
    if (!incidents.containsKey(key) && incidents.size() >= MOST) {
      incidents.values().removeIf(old -> old.lastMs < nowMs - KEPT_MS);
      key = incidents.size() >= MOST ? new Key(kind, null, null) : key;
    }
    var counted = incidents.computeIfAbsent(key, first -> new Counted());
    if (counted.counts.sum(MinuteCounts.MINUTES, nowMs) == 0) {
      counted.firstMs = nowMs;
    }
    counted.counts.add(1, nowMs);
    counted.lastMs = nowMs;
    counted.total++;
  }

  /** Writes all that is remembered. */
  public synchronized void put(ArrayNode list, long nowMs) {
    incidents.values().removeIf(old -> old.lastMs < nowMs - KEPT_MS);
    incidents.forEach(
        (key, counted) -> {
          var json = list.addObject().put("kind", key.kind().name());
          if (key.subject() != null) {
            json.put("subject", key.subject());
          }
          if (key.reason() != null) {
            json.put("reason", key.reason());
          }
          json.put("quarterHour", counted.counts.sum(QUARTER, nowMs));
          json.put("total", counted.total);
          json.put("firstMs", counted.firstMs).put("lastMs", counted.lastMs);
        });
  }
}

package io.delaygate.gateway.schedulers;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.delaygate.gateway.outcome.CallerJobView;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/**
 * Overdue jobs of all instances together: how many there are, how fast they become fewer, and when
 * none will be left at that rate. Parked jobs are counted, but wait for their target: the rate and
 * the end are those of the other jobs.
 */
final class OverdueStats {
  private static final double MS_PER_SECOND = 1_000.0;

  /** Furthest end that is told, a week: rates change before a later one. */
  private static final double FORECAST_MS_MAX = 7.0 * 24 * 3_600_000;

  private final boolean isComplete;
  private long due;
  private double drainPerSecond;
  private boolean isCounted = true;
  private boolean isExact = true;
  private boolean isRateKnown = true;

  /**
   * Adds up the answers of instances.
   *
   * @param isComplete whether each partition is in exactly one of them
   */
  OverdueStats(Collection<JsonNode> answers, boolean isComplete) {
    this.isComplete = isComplete;
    for (var answer : answers) {
      if (!answer.path("partitions").isEmpty()) {
        add(answer.path("overdue"));
      }
    }
  }

  private void add(JsonNode overdue) {
    isCounted &= overdue.path("jobs").isIntegralNumber(); // of an older version it is not
    isExact &= overdue.path("isExact").booleanValue();
    isRateKnown &= overdue.path("drainPerSecond").isNumber();
    due += overdue.path("jobs").longValue();
    drainPerSecond += overdue.path("drainPerSecond").doubleValue();
  }

  /**
   * Writes the figures.
   *
   * @param parked parked jobs; null if they are not known
   */
  ObjectNode json(@Nullable Long parked, long asOfMs) {
    var json = JsonNodeFactory.instance.objectNode();
    if (parked == null || !isCounted) {
      return json.putNull("jobs")
          .put("parked", parked)
          .putNull("drainPerSecond")
          .putNull("drainedAtMs");
    }
    json.put("jobs", due + parked).put("parked", parked);
    if (!isExact) {
      json.put("approximate", true);
    }
    if (!isRateKnown || !isComplete) {
      return json.putNull("drainPerSecond").putNull("drainedAtMs");
    }
    json.put("drainPerSecond", drainPerSecond);
    var leftMs = due * MS_PER_SECOND / drainPerSecond;
    if (due == 0 || drainPerSecond <= 0 || leftMs > FORECAST_MS_MAX) {
      return json.putNull("drainedAtMs");
    }
    return CallerJobView.withIsoTimes(json.put("drainedAtMs", asOfMs + Math.round(leftMs)));
  }
}

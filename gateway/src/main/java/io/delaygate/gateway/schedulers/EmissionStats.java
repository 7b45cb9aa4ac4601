package io.delaygate.gateway.schedulers;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.delaygate.service.query.LatenessHistogram;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Emission statistics of all instances together: recent jobs per second, and their lateness. */
final class EmissionStats {
  private static final double MS_PER_SECOND = 1_000.0;
  private static final double MEDIAN = 50;
  private static final double NEARLY_ALL = 99;

  private final LatenessHistogram lateness = new LatenessHistogram();
  private boolean isLatenessKnown = true;
  private long overMs;
  private long jobs;
  private double perSecond;

  private EmissionStats() {}

  /** Adds up the answers of instances. */
  static EmissionStats of(List<JsonNode> answers) {
    var stats = new EmissionStats();
    answers.forEach(answer -> stats.add(answer.path("emitted")));
    return stats;
  }

  private void add(JsonNode emitted) {
    var windowMs = emitted.path("overMs").longValue();
    overMs = Math.max(overMs, windowMs);
    var told = histogram(emitted);
    var count = told == null ? counted(emitted) : told.jobs();
    jobs += count;
    perSecond += windowMs == 0 ? 0 : count * MS_PER_SECOND / windowMs;
    if (told != null) {
      lateness.add(told);
    } else if (count > 0) {
      isLatenessKnown = false; // its wide ranges would say minutes where there were seconds
    }
  }

  /** Jobs of an instance that tells of ranges only. */
  private static long counted(JsonNode emitted) {
    var count = 0L;
    for (var part : emitted.path("lateness")) {
      count += part.path("jobs").longValue();
    }
    return count;
  }

  /** Lateness in an answer, or in a minute of trends; null if it is not told. */
  static @Nullable LatenessHistogram histogram(JsonNode told) {
    return LatenessHistogram.read(told.path("histogram").asText(), told.path("maxMs").longValue())
        .orElse(null);
  }

  double perSecond() {
    return perSecond;
  }

  /** Writes the figures; null, with the reason, for those that cannot be known. */
  void put(ObjectNode json, boolean isAnyPartitionThere) {
    var pace = json.putObject("pace").put("overMs", overMs);
    if (!isAnyPartitionThere) {
      pace.putNull("perSecond").putNull("latenessMs").put("why", "no scheduler answers");
      return;
    }
    pace.put("perSecond", perSecond);
    if (jobs == 0) {
      pace.putNull("latenessMs").put("why", "no job was emitted in this time");
    } else if (!isLatenessKnown) {
      pace.putNull("latenessMs").put("why", "a scheduler of an older version does not tell it");
    } else {
      put(pace, lateness);
    }
  }

  /** Writes median, 99th percentile and largest lateness; null without jobs. */
  static void put(ObjectNode json, LatenessHistogram lateness) {
    if (lateness.jobs() == 0) {
      json.putNull("latenessMs");
      return;
    }
    json.putObject("latenessMs")
        .put("p50", lateness.percentileMs(MEDIAN))
        .put("p99", lateness.percentileMs(NEARLY_ALL))
        .put("max", lateness.maxMs());
  }
}

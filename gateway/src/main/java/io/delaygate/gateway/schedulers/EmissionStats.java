package io.delaygate.gateway.schedulers;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Emission statistics of all instances together: recent jobs per second, and their lateness. */
final class EmissionStats {
  private static final double MS_PER_SECOND = 1_000.0;
  private static final int PERCENT = 100;
  private static final String OVER = "overMs";

  private final long overMs;

  /** Jobs by the upper bound of their lateness; those without a bound are under the last one. */
  private final Map<Long, Long> jobs = new TreeMap<>();

  private EmissionStats(long overMs) {
    this.overMs = overMs;
  }

  /** Adds up the answers of instances. */
  static EmissionStats of(List<JsonNode> answers) {
    var longest = answers.stream().mapToLong(answer -> answer.at("/emitted/overMs").longValue());
    var pace = new EmissionStats(longest.max().orElse(0));
    for (var answer : answers) {
      var last = 0L;
      for (var part : answer.at("/emitted/lateness")) {
        last = part.path("toMs").asLong(last);
        pace.jobs.merge(last, part.path("jobs").longValue(), Long::sum);
      }
    }
    return pace;
  }

  double perSecond() {
    return overMs == 0 ? 0 : emitted() * MS_PER_SECOND / overMs;
  }

  private long emitted() {
    return jobs.values().stream().mapToLong(Long::longValue).sum();
  }

  void put(ObjectNode json) {
    var pace = json.putObject("pace").put(OVER, overMs).put("perSecond", perSecond());
    if (emitted() > 0) {
      var lateness = pace.putObject("latenessMs");
      lateness.put("p50", percentile(50)).put("p99", percentile(99));
    }
  }

  /** Interpolates linearly within a part, as dashboards do. */
  private double percentile(int percent) {
    var rank = (double) emitted() * percent / PERCENT;
    var before = 0L;
    var fromMs = 0L;
    for (var part : jobs.entrySet()) {
      if (part.getValue() > 0 && before + part.getValue() >= rank) {
        return fromMs + (part.getKey() - fromMs) * (rank - before) / part.getValue();
      }
      before += part.getValue();
      fromMs = part.getKey();
    }
    return fromMs;
  }
}

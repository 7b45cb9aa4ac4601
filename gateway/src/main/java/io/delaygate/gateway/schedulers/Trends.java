package io.delaygate.gateway.schedulers;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.delaygate.gateway.outcome.CallerJobView;
import io.delaygate.service.query.LatenessHistogram;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Figures of the last three hours, merged from the answers of all instances, in steps. */
final class Trends {
  static final long MINUTE_MS = 60_000;

  /** As long as schedulers keep them. */
  static final long KEPT_MS = 180 * MINUTE_MS;

  /** Schedulers close a minute up to ten seconds after its end, by clocks that may differ. */
  private static final long SETTLED_MS = 15_000;

  private final Map<Long, TrendMinute> minutes = new TreeMap<>();
  private final int partitions;
  private final long nowMs;

  /** Merges these answers, which came at this time, epoch milliseconds. */
  Trends(ScatterResult round, long nowMs) {
    this.partitions = round.assignment().partitions();
    this.nowMs = nowMs;
    for (var reply : round.replies().values()) {
      if (reply instanceof SchedulerReply.Found answer) {
        for (var minute : answer.json().path("minutes")) {
          minutes
              .computeIfAbsent(minute.path("atMs").longValue(), atMs -> new TrendMinute())
              .add(minute);
        }
      }
    }
  }

  /**
   * The figures in steps, which begin at multiples of their length.
   *
   * @param fromMs time in the first step, epoch milliseconds; null for all
   * @param stepMs length of a step, some minutes
   */
  ObjectNode json(@Nullable Long fromMs, long stepMs) {
    var json = JsonNodeFactory.instance.objectNode().put("asOfMs", nowMs);
    var keptMs = roundedUp(nowMs - KEPT_MS, stepMs);
    var firstMs = fromMs == null ? keptMs : Math.max(keptMs, fromMs / stepMs * stepMs);
    json = CallerJobView.withIsoTimes(json.put("fromMs", firstMs));
    var steps = json.put("stepMs", stepMs).putArray("steps");
    for (var atMs = firstMs; atMs + stepMs <= nowMs - SETTLED_MS; atMs += stepMs) {
      var step = JsonNodeFactory.instance.objectNode().put("atMs", atMs);
      steps.add(put(CallerJobView.withIsoTimes(step), of(atMs, stepMs)));
    }
    return json;
  }

  private static long roundedUp(long ms, long stepMs) {
    return (ms + stepMs - 1) / stepMs * stepMs;
  }

  /** Minutes of a step; empty if one of them is not known. */
  private List<TrendMinute> of(long fromMs, long stepMs) {
    var known = new ArrayList<TrendMinute>();
    for (var atMs = fromMs; atMs < fromMs + stepMs; atMs += MINUTE_MS) {
      var minute = minutes.get(atMs);
      if (minute == null || !minute.isKnown(partitions)) {
        return List.of();
      }
      known.add(minute);
    }
    return known;
  }

  private static ObjectNode put(ObjectNode step, List<TrendMinute> known) {
    if (known.isEmpty()) {
      TrendMinute.FLOWS.forEach(step::putNull);
      TrendMinute.LEVELS.forEach(step::putNull);
      return step.putNull("latenessMs");
    }
    for (var name : TrendMinute.FLOWS) {
      step.put(name, known.stream().mapToLong(minute -> minute.figure(name)).sum());
    }
    var last = known.get(known.size() - 1);
    TrendMinute.LEVELS.forEach(name -> step.put(name, last.figure(name)));
    // as in the overview, overdue jobs include parked ones
    step.put("overdue", last.figure("overdue") + last.figure("parked"));
    if (!last.isExact()) {
      step.put("approximate", true);
    }
    var lateness = new LatenessHistogram();
    known.forEach(minute -> lateness.add(minute.lateness()));
    EmissionStats.put(step, lateness);
    return step;
  }
}

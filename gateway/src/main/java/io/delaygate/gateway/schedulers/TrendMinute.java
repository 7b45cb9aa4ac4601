package io.delaygate.gateway.schedulers;

import com.fasterxml.jackson.databind.JsonNode;
import io.delaygate.service.query.LatenessHistogram;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Figures of one past minute, added up over instances. They are known only if each partition was
 * active in one of the instances during the whole minute, and that instance tells of it now: one
 * that was restarted since has forgotten it.
 */
final class TrendMinute {
  /** What happened in the minute; adds up over minutes. */
  static final List<String> FLOWS = List.of("scheduled", "delivered", "dead", "rejected");

  /** Jobs at the end of the minute; those of the last minute count. */
  static final List<String> LEVELS = List.of("pending", "ready", "parked", "overdue");

  private final Map<String, Long> figures = new TreeMap<>();
  private final BitSet partitions = new BitSet();
  private final LatenessHistogram lateness = new LatenessHistogram();
  private boolean isConsistent = true;
  private boolean isExact = true;

  void add(JsonNode told) {
    for (var partition : told.path("partitions")) {
      isConsistent &= !partitions.get(partition.intValue());
      partitions.set(partition.intValue());
    }
    FLOWS.forEach(name -> figures.merge(name, told.path(name).longValue(), Long::sum));
    LEVELS.forEach(name -> figures.merge(name, told.path(name).longValue(), Long::sum));
    isExact &= told.path("isOverdueExact").booleanValue();
    var histogram = EmissionStats.histogram(told);
    isConsistent &= histogram != null;
    if (histogram != null) {
      lateness.add(histogram);
    }
  }

  boolean isKnown(int partitionCount) {
    return isConsistent && partitions.cardinality() == partitionCount;
  }

  long figure(String name) {
    return figures.getOrDefault(name, 0L);
  }

  LatenessHistogram lateness() {
    return lateness;
  }

  /** Whether overdue jobs were counted, not estimated. */
  boolean isExact() {
    return isExact;
  }
}

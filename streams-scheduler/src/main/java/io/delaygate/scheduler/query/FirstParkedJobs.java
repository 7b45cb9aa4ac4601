package io.delaygate.scheduler.query;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.delaygate.scheduler.query.PartitionReads.PartitionRead;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;

/**
 * Due time of the first parked job of each target, for the first 100 targets of a list: some seeks
 * in each partition.
 */
final class FirstParkedJobs {
  /** More than people look through; a hundred cost some milliseconds. */
  static final int TARGETS = 100;

  private FirstParkedJobs() {}

  /** Writes the times into the entries of a list of targets. */
  static void put(List<PartitionRead> partitions, JsonNode targets) {
    var entries = new ArrayList<ObjectNode>();
    for (var target : targets) {
      if (entries.size() < TARGETS) {
        entries.add((ObjectNode) target);
      }
    }
    var firstMs = new IdentityHashMap<ObjectNode, Long>();
    for (var partition : entries.isEmpty() ? List.<PartitionRead>of() : partitions) {
      try (var jobs = partition.jobs().moment().jobs()) {
        for (var entry : entries) {
          jobs.firstParkedDueMs(entry.path("topic").asText())
              .ifPresent(ms -> firstMs.merge(entry, ms, Math::min));
        }
      }
    }
    firstMs.forEach((entry, ms) -> entry.put("firstDueMs", ms));
  }
}

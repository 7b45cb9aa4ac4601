package io.delaygate.scheduler.query;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.delaygate.scheduler.ops.RecentEmissions.Minute;
import java.util.Set;

/**
 * Figures of one past minute of this instance, some 700 bytes.
 *
 * @param atMs its beginning, epoch milliseconds
 * @param partitions active here during the whole minute: of others the figures are incomplete
 * @param flows what happened in the minute
 * @param levels the jobs at its end
 */
record MinuteFigures(long atMs, Set<Integer> partitions, Flows flows, Levels levels) {
  MinuteFigures {
    partitions = Set.copyOf(partitions);
  }

  /**
   * What happened in the minute.
   *
   * @param histogram of the lateness of delivered jobs, compressed
   */
  record Flows(
      long scheduled, long dead, long rejected, long delivered, long maxMs, String histogram) {
    static Flows of(Minute minute) {
      var lateness = minute.lateness();
      return new Flows(
          minute.scheduled(),
          minute.dead(),
          minute.rejected(),
          lateness.jobs(),
          lateness.maxMs(),
          lateness.text());
    }
  }

  /**
   * Jobs at one moment.
   *
   * @param ready in queues, waiting for a worker
   * @param overdue not parked
   */
  record Levels(long pending, long ready, long parked, long overdue, boolean isOverdueExact) {}

  void put(ObjectNode json) {
    json.put("atMs", atMs);
    var list = json.putArray("partitions");
    partitions.stream().sorted().forEach(list::add);
    json.put("scheduled", flows.scheduled())
        .put("delivered", flows.delivered())
        .put("dead", flows.dead())
        .put("rejected", flows.rejected())
        .put("maxMs", flows.maxMs())
        .put("histogram", flows.histogram())
        .put("pending", levels.pending())
        .put("ready", levels.ready())
        .put("parked", levels.parked())
        .put("overdue", levels.overdue())
        .put("isOverdueExact", levels.isOverdueExact());
  }
}

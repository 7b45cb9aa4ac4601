package io.delaygate.scheduler.store;

import java.util.List;

/**
 * Counts and scan watermarks of a task at one moment.
 *
 * @param counts each state and topic at most once, in no order
 * @param namespaces the same jobs by state and namespace, without those of the default one
 * @param history ended jobs
 */
public record StatisticsView(
    List<JobCount> counts,
    List<NamespaceCount> namespaces,
    ScanWatermarks cursor,
    HistoryCount history) {
  /** An immutable copy. */
  public StatisticsView {
    counts = List.copyOf(counts);
    namespaces = List.copyOf(namespaces);
  }
}

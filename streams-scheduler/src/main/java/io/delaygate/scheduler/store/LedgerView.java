package io.delaygate.scheduler.store;

import java.util.List;

/**
 * Counts and cursor of a task at one moment.
 *
 * @param counts each state and topic at most once, in no order
 */
public record LedgerView(List<JobCount> counts, Cursor cursor) {
  /** A copy that nobody changes. */
  public LedgerView(List<JobCount> counts, Cursor cursor) {
    this.counts = List.copyOf(counts);
    this.cursor = cursor;
  }
}

package io.delaygate.scheduler.store;

import java.util.List;

/**
 * Counts and cursor of a task at one moment.
 *
 * @param counts each state and topic at most once, in no order
 * @param cursorMs no scheduled job is due before this, epoch milliseconds
 */
public record LedgerView(List<JobCount> counts, long cursorMs) {
  /** A copy that nobody changes. */
  public LedgerView(List<JobCount> counts, long cursorMs) {
    this.counts = List.copyOf(counts);
    this.cursorMs = cursorMs;
  }
}

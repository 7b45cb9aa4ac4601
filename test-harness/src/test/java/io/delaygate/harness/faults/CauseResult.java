package io.delaygate.harness.faults;

import java.util.List;

/**
 * Result of one cause.
 *
 * @param end end of the poisoned jobs, and its time after the due time
 * @param delivery delivery of the jobs, and its time after their topic was mended
 * @param wrongs faults that were found
 */
record CauseResult(String cause, Step end, Step delivery, List<String> wrongs) {
  /** Observed event, and the time until it. */
  record Step(String what, long ms) {
    @Override
    public String toString() {
      return what.isEmpty() ? "-" : "%s, %d ms".formatted(what, ms);
    }
  }
}

package io.delaygate.harness.faults;

import java.util.List;

/**
 * What one cause led to.
 *
 * @param end how the poisoned jobs ended, and how long after they were due
 * @param delivery whether they were delivered, and how long after their topic was mended
 * @param wrongs what was not as it should be
 */
record CauseResult(String cause, Step end, Step delivery, List<String> wrongs) {
  /** Something that was waited for, and for how long. */
  record Step(String what, long ms) {
    @Override
    public String toString() {
      return what.isEmpty() ? "-" : "%s, %d ms".formatted(what, ms);
    }
  }
}

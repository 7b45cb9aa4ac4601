package io.delaygate.gateway.schedulers;

import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * What every scheduler instance said to one question; who could not be asked is in it, too.
 *
 * @param assignment who holds what, as far as it was known
 * @param replies by the address of the instance
 */
record ScatterResult(Assignment assignment, Map<String, SchedulerReply> replies) {
  /** Partitions that no answer is about. */
  Set<Integer> missing(Set<Integer> answered) {
    var missing = new TreeSet<>(assignment.all());
    missing.removeAll(answered);
    return missing;
  }
}

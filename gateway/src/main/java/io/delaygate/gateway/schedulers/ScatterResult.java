package io.delaygate.gateway.schedulers;

import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Answers of all scheduler instances to one query, including those that could not be asked.
 *
 * @param assignment of partitions, as far as it was known
 * @param replies by the address of the instance
 */
record ScatterResult(Assignment assignment, Map<String, SchedulerReply> replies) {
  /** Partitions without an answer. */
  Set<Integer> missing(Set<Integer> answered) {
    var missing = new TreeSet<>(assignment.all());
    missing.removeAll(answered);
    return missing;
  }
}

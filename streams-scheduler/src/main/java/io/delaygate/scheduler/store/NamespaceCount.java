package io.delaygate.scheduler.store;

import io.delaygate.schemas.job.JobState;

/**
 * Number of jobs of one namespace, other than the default one, in one state.
 *
 * @param jobs 1 or more
 */
public record NamespaceCount(JobState state, String namespace, long jobs) {
  /** The key of a count in a count map. */
  static String key(JobState state, String namespace) {
    return JobCount.key(state, namespace);
  }

  static NamespaceCount of(String key, long jobs) {
    return new NamespaceCount(JobCount.state(key), key.substring(key.indexOf('/') + 1), jobs);
  }
}

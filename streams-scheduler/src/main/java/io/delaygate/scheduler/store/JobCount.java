package io.delaygate.scheduler.store;

import io.delaygate.schemas.job.JobState;

/**
 * How many jobs of one target topic are in one state.
 *
 * @param jobs 1 or more
 */
public record JobCount(JobState state, String topic, long jobs) {
  /** The key of a count in the ledger. */
  static String key(JobState state, String topic) {
    return state + "/" + topic;
  }

  static JobCount of(String key, long jobs) {
    var slash = key.indexOf('/');
    return new JobCount(JobState.valueOf(key.substring(0, slash)), key.substring(slash + 1), jobs);
  }
}

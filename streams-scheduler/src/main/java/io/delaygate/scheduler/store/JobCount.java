package io.delaygate.scheduler.store;

import io.delaygate.schemas.job.JobState;

/**
 * Number of jobs of one target topic in one state.
 *
 * @param jobs 1 or more
 */
public record JobCount(JobState state, String topic, long jobs) {
  /** The key of a count in the statistics. */
  static String key(JobState state, String topic) {
    return state + "/" + topic;
  }

  static JobCount of(String key, long jobs) {
    return new JobCount(state(key), key.substring(key.indexOf('/') + 1), jobs);
  }

  static JobState state(String key) {
    return JobState.valueOf(key.substring(0, key.indexOf('/')));
  }
}

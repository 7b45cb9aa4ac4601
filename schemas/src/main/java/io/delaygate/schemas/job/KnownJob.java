package io.delaygate.schemas.job;

import io.delaygate.schemas.contract.JobId;

/** What the scheduler knows of an id: a pending job, or how it ended lately. */
public sealed interface KnownJob permits Job, EndedJob {
  /**
   * Reads the bytes of any job in the store.
   *
   * @throws IllegalStateException if they were written by a later version or are damaged
   */
  static KnownJob decode(JobId id, byte[] stored) {
    return EndedJobCodec.isEnded(stored)
        ? EndedJobCodec.decode(id, stored)
        : JobCodec.decode(id, stored);
  }

  /** The id that both are known by. */
  JobId id();

  /** 1 when scheduled, one more with each change; the end is no change. */
  long version();
}

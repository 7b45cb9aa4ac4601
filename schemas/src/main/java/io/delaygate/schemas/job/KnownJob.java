package io.delaygate.schemas.job;

import io.delaygate.schemas.contract.JobId;

/** What the scheduler knows of an id: a pending job, or how it ended lately. */
public sealed interface KnownJob permits Job, EndedJob {
  /** The id that both are known by. */
  JobId id();

  /** 1 when scheduled, one more with each change; the end is no change. */
  long version();
}

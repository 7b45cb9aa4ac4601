package io.delaygate.schemas.job;

import io.delaygate.schemas.contract.JobId;

/** Job that the scheduler knows by its id: pending, dead, or ended recently. */
public sealed interface KnownJob permits Job, EndedJob {
  /** The id of the job. */
  JobId id();

  /** 1 when scheduled, one more with each change; the end does not count as a change. */
  long version();
}

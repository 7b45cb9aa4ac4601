package io.delaygate.scheduler.effects;

import io.delaygate.schemas.contract.JobEvent;
import io.delaygate.schemas.job.Actor;
import io.delaygate.schemas.job.EndedJob;
import io.delaygate.schemas.job.Job;
import io.delaygate.schemas.job.JobChange;
import java.util.function.Supplier;

/**
 * Recorder of the changes that jobs keep of themselves, each with its author.
 *
 * @param instance name of this scheduler
 */
record ChangeRecorder(Supplier<String> instance) {
  Job noted(Job job, JobEvent event, Actor by, long nowMs) {
    return job.noting(change(event, by, job.attempts().number(), nowMs));
  }

  EndedJob noted(EndedJob job, JobEvent event, Actor by) {
    return job.noting(change(event, by, job.attempts().number(), job.endedMs()));
  }

  /** Without the instance for a new job, which would take more room than all else of the change. */
  private JobChange change(JobEvent event, Actor by, int attempt, long atMs) {
    return new JobChange(
        atMs, event, by, attempt, event == JobEvent.SCHEDULED ? null : instance.get());
  }
}

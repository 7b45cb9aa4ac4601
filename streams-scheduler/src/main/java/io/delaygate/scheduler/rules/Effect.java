package io.delaygate.scheduler.rules;

import io.delaygate.schemas.contract.JobEvent;
import io.delaygate.schemas.job.EndState;
import io.delaygate.schemas.job.Job;
import org.jspecify.annotations.Nullable;

/**
 * Effect of a decision on one job. {@code isStored}: its id stands for a pending job in the store.
 */
public sealed interface Effect {
  /** Write the job, to which this has happened. */
  record Put(Job job, JobEvent event) implements Effect {}

  /**
   * Deliver the job now, if its target can take it; else park or dead-letter it.
   *
   * @param event what has happened to it before
   * @param stored the job as the store has it, null for none
   */
  record Deliver(Job job, JobEvent event, @Nullable Job stored) implements Effect {}

  /** Hand the job to its target topic, with which it ends. */
  record Emit(Job job, boolean isStored, int partition) implements Effect {}

  /** Hand the job to its target topic, and keep it as it is after that. */
  record EmitAndKeep(Job delivered, int partition) implements Effect {}

  /** Keep the job for the consumers of its queue. */
  record Offer(Job ready) implements Effect {}

  /** Hand the job to the dead letters, and keep it as one. */
  record DeadLetter(Job dead) implements Effect {}

  /**
   * End of the job, after which only its history remains.
   *
   * @param result what is kept of it besides, null for nothing
   * @param note of the worker that finished it; null for none
   */
  record End(
      Job job, boolean isStored, EndState state, byte @Nullable [] result, @Nullable String note)
      implements Effect {
    /** An end without a note. */
    public End(Job job, boolean isStored, EndState state, byte @Nullable [] result) {
      this(job, isStored, state, result, null);
    }
  }
}

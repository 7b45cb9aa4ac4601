package io.delaygate.scheduler.rules;

import io.delaygate.schemas.command.Refusal;
import io.delaygate.schemas.job.EndState;
import io.delaygate.schemas.job.Job;
import org.jspecify.annotations.Nullable;

/** One thing to do with a job. {@code isStored}: its id stands for a pending job in the store. */
public sealed interface Effect {
  /** Write the job. */
  record Put(Job job) implements Effect {}

  /**
   * Deliver the job now, if its target can take it; else park or dead-letter it.
   *
   * @param stored the job as the store has it, null for none
   */
  record Deliver(Job job, @Nullable Job stored) implements Effect {}

  /** Hand the job to its target topic, with which it ends. */
  record Emit(Job job, boolean isStored) implements Effect {}

  /** Hand the job to the dead letters, with which it ends. */
  record DeadLetter(Job job, boolean isStored, Refusal why) implements Effect {}

  /** The job ends without leaving anything. */
  record End(Job job, boolean isStored, EndState state) implements Effect {}
}

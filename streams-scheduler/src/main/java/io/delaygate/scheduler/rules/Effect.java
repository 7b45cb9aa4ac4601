package io.delaygate.scheduler.rules;

import io.delaygate.schemas.command.Refusal;
import io.delaygate.schemas.job.EndState;
import io.delaygate.schemas.job.Job;
import org.jspecify.annotations.Nullable;

/** One thing to do; {@code stored} is always the job as the store has it, null for none. */
public sealed interface Effect {
  /** Write the job. */
  record Put(Job job, @Nullable Job stored) implements Effect {}

  /** Take the job out of the store. */
  record Remove(Job stored) implements Effect {}

  /** Deliver the job now, if its target can take it; else park or dead-letter it. */
  record Deliver(Job job, @Nullable Job stored) implements Effect {}

  /** Hand the job to its target topic. */
  record Emit(Job job) implements Effect {}

  /** Hand the job to the dead letters. */
  record DeadLetter(Job job, Refusal why) implements Effect {}

  /** The job ends without leaving anything. */
  record End(Job job, EndState state) implements Effect {}
}

package io.delaygate.scheduler.rules;

import io.delaygate.schemas.command.Refusal;
import io.delaygate.schemas.contract.ReasonCode;
import org.jspecify.annotations.Nullable;

/** Verdict whether a job's record may go to its target now. */
public sealed interface TargetAccess {
  /**
   * The record may be sent.
   *
   * @param partition the target's partition that takes it
   */
  record Open(int partition) implements TargetAccess {}

  /** The target is a queue: the job stays here, ready for a consumer. */
  record InQueue() implements TargetAccess {}

  /**
   * The job has to wait.
   *
   * @param text one sentence for people
   * @param partition that it waits for; null where it waits for the topic as a whole
   * @param hasEnd whether the job is given up after a while; not where the target is not at fault
   * @param source of the reason
   */
  record Closed(
      ReasonCode reason, String text, @Nullable Integer partition, boolean hasEnd, Source source)
      implements TargetAccess {
    /** Whether only this job waits, and those behind it need not. */
    public boolean isOfJob() {
      return source == Source.REFUSED_JOB;
    }
  }

  /** Source of a reason to wait. */
  enum Source {
    /** Status of the topic at the brokers, which are asked again. */
    DIRECTORY,
    /** A refused record: one is tried again. */
    REFUSED_PARTITION,
    /** The refused record of this very job: it is tried again. */
    REFUSED_JOB
  }

  /** An earlier job of the same sequence has not ended. */
  record NotItsTurn() implements TargetAccess {}

  /** The target will never take the record. */
  record Never(Refusal why) implements TargetAccess {}
}

package io.delaygate.schemas.command;

import io.delaygate.schemas.contract.JobId;
import io.delaygate.schemas.job.JobTimes;
import io.delaygate.schemas.job.Payload;
import io.delaygate.schemas.job.Policy;
import io.delaygate.schemas.job.Target;
import java.util.List;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/**
 * What a sender wants, already checked for form; whether it can be done is the scheduler's word.
 */
public sealed interface Command {
  /** The job that the command is about. */
  JobId id();

  /**
   * Store a job, or replace the pending one of the same id.
   *
   * @param expiresMs epoch milliseconds; {@link JobTimes#NEVER} for none
   */
  record Schedule(
      JobId id,
      When when,
      Target target,
      Payload payload,
      IfExists ifExists,
      long expiresMs,
      Policy policy)
      implements Command {}

  /**
   * Drop a pending job.
   *
   * @param ifVersion the version that the job must have; null for any
   */
  record Cancel(JobId id, @Nullable Long ifVersion) implements Command {}

  /**
   * Change a pending job.
   *
   * @param when the new due time; null keeps it
   * @param value the new payload; null keeps it
   * @param headers the new foreign headers; empty keeps them
   * @param ifVersion the version that the job must have; null for any
   */
  record Reschedule(
      JobId id,
      @Nullable When when,
      byte @Nullable [] value,
      List<Header> headers,
      @Nullable Long ifVersion)
      implements Command {}

  /**
   * Deliver a pending job now.
   *
   * @param ifVersion the version that the job must have; null for any
   */
  record Fire(JobId id, @Nullable Long ifVersion) implements Command {}
}

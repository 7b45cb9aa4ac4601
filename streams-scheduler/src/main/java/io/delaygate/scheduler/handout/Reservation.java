package io.delaygate.scheduler.handout;

import io.delaygate.schemas.contract.JobId;
import io.delaygate.schemas.job.Job;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * A ready job that a gateway wants for one of its callers. Thread-safe: who has waited for long
 * enough gives up, unless the job's task has begun.
 */
public final class Reservation {
  private final JobId id;
  private final String lease;
  private final long leaseMs;
  private final CompletableFuture<Optional<Job>> answer = new CompletableFuture<>();
  private final AtomicBoolean isBegun = new AtomicBoolean();

  /** For the task's thread. */
  private @Nullable Job reserved;

  /**
   * Wants a job.
   *
   * @param ready the job as it was seen; another attempt of it is not meant
   * @param leaseMs how long it is wanted for, milliseconds
   */
  public Reservation(Job ready, long leaseMs) {
    this.id = ready.id();
    this.lease = ready.lease();
    this.leaseMs = leaseMs;
  }

  /** How long the job is wanted for, milliseconds. */
  public long leaseMs() {
    return leaseMs;
  }

  /**
   * The job as it is reserved, when that is committed; empty if it is not, for whatever reason.
   * Never fails. Completes on a thread that must not be held up.
   */
  public CompletableFuture<Optional<Job>> answer() {
    return answer;
  }

  /** Nobody wants the job any more. Whether it is now certain that it will not be reserved. */
  public boolean giveUp() {
    var isInTime = begin();
    if (isInTime) {
      answer.complete(Optional.empty());
    }
    return isInTime;
  }

  /** The task begins; false if nobody wants the job any more. */
  boolean begin() {
    return !isBegun.getAndSet(true);
  }

  JobId id() {
    return id;
  }

  String lease() {
    return lease;
  }

  /** The job as it will be, if that is committed. */
  void decided(@Nullable Job job) {
    reserved = job;
  }

  /** What was decided is committed, or is not. */
  void end(boolean isCommitted) {
    answer.complete(isCommitted ? Optional.ofNullable(reserved) : Optional.empty());
  }
}

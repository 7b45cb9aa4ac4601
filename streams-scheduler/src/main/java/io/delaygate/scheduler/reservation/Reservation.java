package io.delaygate.scheduler.reservation;

import io.delaygate.schemas.contract.JobId;
import io.delaygate.schemas.job.Job;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** Request of a gateway to reserve one ready job. Thread-safe. */
public final class Reservation {
  private final JobId id;
  private final String lease;
  private final long leaseMs;
  private final CompletableFuture<Optional<Job>> answer = new CompletableFuture<>();
  private final AtomicBoolean isBegun = new AtomicBoolean();

  /** For the task's thread. */
  private @Nullable Job reserved;

  /**
   * Requests a job.
   *
   * @param ready the job as it was read; no other attempt of it is reserved
   * @param leaseMs length of the lease, milliseconds
   */
  public Reservation(Job ready, long leaseMs) {
    this.id = ready.id();
    this.lease = ready.lease();
    this.leaseMs = leaseMs;
  }

  /** Length of the lease, milliseconds. */
  public long leaseMs() {
    return leaseMs;
  }

  /**
   * The reserved job, once its transaction is committed; empty if it is not reserved, for whatever
   * reason. Never fails. Completes on a thread that must not block.
   */
  public CompletableFuture<Optional<Job>> answer() {
    return answer;
  }

  /** Withdraws the request, unless the task has begun with it. */
  public void cancel() {
    if (begin()) {
      answer.complete(Optional.empty());
    }
  }

  /** The task begins with it; false if it was withdrawn. */
  boolean begin() {
    return !isBegun.getAndSet(true);
  }

  JobId id() {
    return id;
  }

  String lease() {
    return lease;
  }

  /** The job as it is after the transaction; null if it is not reserved. */
  void decided(@Nullable Job job) {
    reserved = job;
  }

  /** The transaction has ended. */
  void end(boolean isCommitted) {
    answer.complete(isCommitted ? Optional.ofNullable(reserved) : Optional.empty());
  }
}

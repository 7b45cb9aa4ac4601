package io.delaygate.gateway.outcome;

import io.delaygate.gateway.publish.Published;
import io.delaygate.schemas.contract.JobId;
import io.delaygate.schemas.contract.Outcome;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One caller that waits. The first of reply, failure, time-out and stop is its answer. */
final class Waiter {
  private final String correlationId;
  private final JobId job;
  private final boolean forResult;
  private final CompletableFuture<Answer> first = new CompletableFuture<>();
  private final CompletableFuture<Answer> answer;
  private volatile Published.@Nullable Stored stored;

  /**
   * Waits from now on.
   *
   * @param job what its command is about
   * @param forResult whether it waits until the job is finished; what else becomes of the job is
   *     passed over then
   * @param leave runs once there is an answer, before anybody learns it
   */
  Waiter(String correlationId, JobId job, boolean forResult, Runnable leave) {
    this.correlationId = correlationId;
    this.job = job;
    this.forResult = forResult;
    this.answer = first.whenComplete((any, failure) -> leave.run());
  }

  String correlationId() {
    return correlationId;
  }

  /** Whether a reply with this key is about the same job. */
  boolean isAbout(byte @Nullable [] key) {
    return Arrays.equals(job.bytes(), key);
  }

  CompletableFuture<Answer> answer() {
    return answer;
  }

  /** The command's way to Kafka ended; the time-out runs from here, so its promise is true. */
  void published(Published published, Duration timeout) {
    if (published instanceof Published.Stored done) {
      stored = done;
      first.completeOnTimeout(
          new Answer.Unanswered(done), timeout.toMillis(), TimeUnit.MILLISECONDS);
    } else {
      first.complete(new Answer.Unsent(published));
    }
  }

  void decided(Answer.Decided decided) {
    var outcome = decided.outcome();
    if (!forResult || outcome == Outcome.DONE || outcome == Outcome.REJECTED) {
      first.complete(decided);
    }
  }

  boolean isForResult() {
    return forResult;
  }

  /** Nobody will bring the reply any more. */
  void giveUp() {
    var known = stored;
    first.complete(
        known == null ? new Answer.Unsent(new Published.Unknown()) : new Answer.Unanswered(known));
  }

  /** The command was never sent. */
  void drop() {
    first.complete(new Answer.Unsent(new Published.NotStored()));
  }
}

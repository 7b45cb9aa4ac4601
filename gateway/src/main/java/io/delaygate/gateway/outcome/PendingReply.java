package io.delaygate.gateway.outcome;

import io.delaygate.gateway.publish.PublishResult;
import io.delaygate.schemas.contract.JobId;
import io.delaygate.schemas.contract.Outcome;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One caller that waits. The first of reply, failure, time-out and stop is its answer. */
final class PendingReply {
  private final String correlationId;
  private final JobId job;
  private final boolean forResult;
  private final CompletableFuture<CommandResult> first = new CompletableFuture<>();
  private final CompletableFuture<CommandResult> answer;
  private volatile PublishResult.@Nullable Stored stored;

  /**
   * Waits from now on.
   *
   * @param job what its command is about
   * @param forResult whether it waits until the job is finished; what else becomes of the job is
   *     passed over then
   * @param leave runs once there is an answer, before anybody learns it
   */
  PendingReply(String correlationId, JobId job, boolean forResult, Runnable leave) {
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

  CompletableFuture<CommandResult> answer() {
    return answer;
  }

  /** The command's way to Kafka ended; the time-out runs from here, so its promise is true. */
  void published(PublishResult published, Duration timeout) {
    if (published instanceof PublishResult.Stored done) {
      stored = done;
      first.completeOnTimeout(
          new CommandResult.Unanswered(done), timeout.toMillis(), TimeUnit.MILLISECONDS);
    } else {
      first.complete(new CommandResult.Unsent(published));
    }
  }

  void decided(CommandResult.Decided decided) {
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
        known == null
            ? new CommandResult.Unsent(new PublishResult.Unknown())
            : new CommandResult.Unanswered(known));
  }

  /** The command was never sent. */
  void drop() {
    first.complete(new CommandResult.Unsent(new PublishResult.NotStored()));
  }
}

package io.delaygate.gateway.outcome;

import io.delaygate.gateway.publish.PublishResult;
import io.delaygate.schemas.contract.JobId;
import io.delaygate.schemas.contract.Outcome;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One waiting caller. Its answer is the first of reply, failure, time-out and stop. */
final class PendingReply {
  private final String correlationId;
  private final JobId job;
  private final boolean forResult;
  private final CompletableFuture<CommandResult> first = new CompletableFuture<>();
  private final CompletableFuture<CommandResult> answer;
  private volatile PublishResult.@Nullable Stored stored;

  /**
   * Starts to wait.
   *
   * @param job the job of its command
   * @param forResult whether it waits until the job is finished; other outcomes of the job are
   *     skipped then
   * @param leave runs once there is an answer, before the caller gets it
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

  /** Handles the result of the publish. The time-out starts here, so its answer is true. */
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

  /** Answers without a reply: it will not arrive any more. */
  void giveUp() {
    var known = stored;
    first.complete(
        known == null
            ? new CommandResult.Unsent(new PublishResult.Unknown())
            : new CommandResult.Unanswered(known));
  }

  /** Answers that the command was not sent. */
  void drop() {
    first.complete(new CommandResult.Unsent(new PublishResult.NotStored()));
  }
}

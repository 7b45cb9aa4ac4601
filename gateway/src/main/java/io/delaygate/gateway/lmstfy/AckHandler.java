package io.delaygate.gateway.lmstfy;

import io.delaygate.gateway.access.AccessGuard;
import io.delaygate.gateway.http.AsyncResponder;
import io.delaygate.gateway.http.CallTrace;
import io.delaygate.gateway.http.Problem;
import io.delaygate.gateway.http.ProblemException;
import io.delaygate.gateway.http.ProblemMapper;
import io.delaygate.gateway.outcome.CommandResult;
import io.delaygate.gateway.outcome.ReplyAddress;
import io.delaygate.gateway.payload.FeedbackRequest;
import io.delaygate.gateway.publish.PublishResult;
import io.delaygate.gateway.schedulers.FoundJob;
import io.delaygate.schemas.contract.DelayHeader;
import io.delaygate.schemas.contract.JobId;
import io.delaygate.schemas.contract.Op;
import io.delaygate.schemas.contract.ReasonCode;
import io.delaygate.schemas.contract.TextHeader;
import io.delaygate.schemas.job.JobState;
import io.javalin.http.Context;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.eclipse.jetty.http.HttpStatus;

/**
 * Handler of {@code DELETE /api/:ns/:queue/job/:id}: acknowledges a job, or cancels one that is not
 * wanted any more. A client that got the job from this gateway ends only that attempt. Any other
 * client ends the job in whatever state it is.
 */
record AckHandler(LmstfyPool pool, LeaseBook book, JobLookup look) {
  /** One acknowledgement. */
  private record Call(LeaseBook.Key key, JobId id, String topic, CallTrace trace) {}

  /** Handles the call. */
  void delete(Context ctx) {
    pool.steps()
        .later()
        .run(ctx, claim -> new AsyncResponder.Pending<>(end(ctx), told -> write(ctx, told)));
  }

  /** Answers 204, or with the problem. */
  static void write(Context ctx, Optional<Problem> told) {
    told.ifPresentOrElse(
        why -> ProblemMapper.write(ctx, why),
        () -> LmstfyJsonWriter.empty(ctx, HttpStatus.NO_CONTENT_204));
  }

  /**
   * Ends the job that the path names.
   *
   * @return the problem if the command is not stored; empty if it is stored or no job has to end;
   *     never fails
   */
  CompletableFuture<Optional<Problem>> end(Context ctx) {
    var place = LmstfyPath.of(ctx);
    return end(ctx, place.queue(), place.rest().get(1));
  }

  /** Ends the job of that name in a queue, in the same way. */
  CompletableFuture<Optional<Problem>> end(Context ctx, String queue, String named) {
    if (!LmstfyPath.mayHave(queue, named)) {
      return CompletableFuture.completedFuture(Optional.empty());
    }
    try {
      var id = AccessGuard.caller(ctx).ids().existing(named);
      var key = new LeaseBook.Key(queue, id.text(), ctx.ip());
      var topic = LmstfyPath.queue(ctx, pool.names(), queue).topic();
      return end(new Call(key, id, topic, CallTrace.of(ctx))).exceptionally(AckHandler::problem);
    } catch (ProblemException refused) {
      return CompletableFuture.completedFuture(
          refused.problem().status() < HttpStatus.INTERNAL_SERVER_ERROR_500
              ? Optional.empty() // no job has such an id
              : Optional.of(refused.problem()));
    }
  }

  /**
   * Ends the job that the path names, after another job was stored in its place. A new job of the
   * same id has replaced the old one already. Its worker's acknowledgement must not be taken for
   * one of the old lease.
   */
  CompletableFuture<Optional<Problem>> endReplaced(Context ctx, String by) {
    var place = LmstfyPath.of(ctx);
    var named = place.rest().get(1);
    if (!named.equals(by)) {
      return end(ctx, place.queue(), named);
    }
    var id = AccessGuard.caller(ctx).ids().existing(named);
    book.forget(new LeaseBook.Key(place.queue(), id.text(), ctx.ip()));
    return CompletableFuture.completedFuture(Optional.empty());
  }

  /**
   * The lease stays in the book: a repeated acknowledgement must not end another worker's attempt.
   */
  private CompletableFuture<Optional<Problem>> end(Call call) {
    var lease = book.lease(call.key());
    if (lease.isPresent()) {
      return finish(call, lease.get());
    }
    return look.job(call.trace(), call.id())
        .thenCompose(seen -> seen.map(job -> end(call, job)).orElseGet(() -> cancel(call)));
  }

  /** A job that is not known yet may be on its way: a cancel never overtakes the publish. */
  private CompletableFuture<Optional<Problem>> end(Call call, FoundJob job) {
    var isOver = !job.isThere() || job.state().equals(JobState.DEAD.name());
    if (isOver || !job.topic().equals(call.topic())) {
      return CompletableFuture.completedFuture(Optional.empty());
    }
    return job.state().equals(JobState.RESERVED.name())
        ? finish(call, ReplyAddress.claim(job.view().path("lease").asText(), job.headers()))
        : cancel(call);
  }

  private CompletableFuture<Optional<Problem>> finish(Call call, String lease) {
    return pool.steps()
        .feedbacks()
        .send(call.id(), FeedbackRequest.finish(lease), call.trace())
        .thenApply(
            published ->
                published instanceof PublishResult.Stored
                    ? Optional.empty()
                    : Optional.of(published.problem()));
  }

  private CompletableFuture<Optional<Problem>> cancel(Call call) {
    var op = TextHeader.of(DelayHeader.OP, Op.CANCEL.text());
    return pool.steps()
        .outcomes()
        .ask(call.trace().actor(), call.id(), call.trace().onto(List.of(op)), null)
        .thenApply(
            answer ->
                answer instanceof CommandResult.Unsent unsent
                    ? Optional.of(unsent.published().problem())
                    : Optional.empty());
  }

  private static Optional<Problem> problem(Throwable failure) {
    var cause = failure instanceof CompletionException wrapped ? wrapped.getCause() : failure;
    return Optional.of(
        cause instanceof ProblemException refused
            ? refused.problem()
            : Problem.of(ReasonCode.INTERNAL, "unexpected failure"));
  }
}

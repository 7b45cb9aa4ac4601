package io.delaygate.gateway.jobs;

import io.delaygate.gateway.access.AccessGuard;
import io.delaygate.gateway.access.Quotas;
import io.delaygate.gateway.http.AsyncResponder;
import io.delaygate.gateway.http.BodyReader;
import io.delaygate.gateway.http.CallTrace;
import io.delaygate.gateway.outcome.FeedbackSender;
import io.delaygate.gateway.outcome.HttpOutcome;
import io.delaygate.gateway.outcome.RequestReply;
import io.delaygate.gateway.payload.CommandValidator;
import io.delaygate.gateway.payload.JobBody;
import io.delaygate.gateway.payload.JobUrls;
import io.delaygate.gateway.payload.ScheduleRequest;
import io.delaygate.gateway.publish.CommandRouter;
import io.delaygate.gateway.schedulers.QueryResponder;
import io.delaygate.schemas.contract.JobId;
import io.delaygate.schemas.contract.ReasonCode;
import io.javalin.http.Context;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Function;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/**
 * Steps of all calls that send commands about jobs: read the body, validate, send, and answer
 * later.
 *
 * @param urls that jobs may have as targets
 * @param later answers a call when its command is stored or decided
 * @param answer answers a call that may fail after it was begun
 * @param threads may be held up
 */
public record CommandSteps(
    BodyReader bodies,
    CommandValidator validator,
    JobUrls urls,
    Quotas quotas,
    CommandRouter commands,
    RequestReply outcomes,
    FeedbackSender feedbacks,
    AsyncResponder later,
    QueryResponder answer,
    Executor threads) {
  /** The URLs that jobs of the caller's namespace may have. */
  JobUrls.OfNamespace urls(Context ctx) {
    return new JobUrls.OfNamespace(urls, AccessGuard.caller(ctx).namespace());
  }

  /** The converter of the bodies of jobs that name their target. */
  Function<JobBody, ScheduleRequest> drafts(Context ctx) {
    var urls = urls(ctx);
    return body -> ScheduleRequest.of(body, urls);
  }

  /** Reads the JSON object in the body of a call, and runs the rest of the call with it. */
  public void withBody(Context ctx, Function<JobBody, AsyncResponder.Pending<?>> rest) {
    later.run(ctx, claim -> rest.apply(JobBody.parse(bodies.json(ctx, claim))));
  }

  /**
   * Sends a validated command, and answers its call with the outcome.
   *
   * @param stale reason code for a command that was stale
   */
  AsyncResponder.Pending<?> outcome(
      Context ctx, JobId id, List<Header> headers, byte @Nullable [] value, ReasonCode stale) {
    return new AsyncResponder.Pending<>(
        outcomes.ask(CallTrace.of(ctx).actor(), id, headers, value),
        answer -> HttpOutcome.of(id, answer, stale).write(ctx));
  }
}

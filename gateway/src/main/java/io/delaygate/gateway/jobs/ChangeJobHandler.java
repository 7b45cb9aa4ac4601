package io.delaygate.gateway.jobs;

import io.delaygate.gateway.access.AccessGuard;
import io.delaygate.gateway.http.AsyncResponder;
import io.delaygate.gateway.http.BodyReader;
import io.delaygate.gateway.http.CallTrace;
import io.delaygate.gateway.http.QueryParameters;
import io.delaygate.gateway.http.RequestHeaders;
import io.delaygate.gateway.outcome.FeedbackSender;
import io.delaygate.gateway.outcome.HttpOutcome;
import io.delaygate.gateway.outcome.RequestReply;
import io.delaygate.gateway.payload.ChangeRequest;
import io.delaygate.gateway.payload.CommandValidator;
import io.delaygate.gateway.payload.FeedbackRequest;
import io.delaygate.gateway.payload.JobBody;
import io.delaygate.schemas.contract.DelayHeader;
import io.delaygate.schemas.contract.Op;
import io.delaygate.schemas.contract.ReasonCode;
import io.javalin.http.Context;
import io.javalin.http.Handler;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;

/**
 * Handler of changes of one job: {@code DELETE} and {@code PATCH /v1/jobs/{id}}, {@code POST
 * /v1/jobs/{id}/fire} and {@code kick}, {@code DELETE /v1/dead-letters/{id}}, under the condition
 * of {@code If-Match}; and feedback of workers about an attempt, {@code POST
 * /v1/jobs/{id}/reserve}, {@code finish}, {@code release}, {@code extend} and {@code bury}, under
 * the condition of the lease. Answers with the outcome.
 */
public final class ChangeJobHandler {
  private final BodyReader request;
  private final CommandValidator validator;
  private final RequestReply outcomes;
  private final FeedbackSender feedbacks;
  private final AsyncResponder later;

  /** Handles calls with these parts. */
  public ChangeJobHandler(
      BodyReader request,
      CommandValidator validator,
      RequestReply outcomes,
      FeedbackSender feedbacks,
      AsyncResponder later) {
    this.request = request;
    this.validator = validator;
    this.outcomes = outcomes;
    this.feedbacks = feedbacks;
    this.later = later;
  }

  /** Cancels a job. */
  public void delete(Context ctx) {
    order(ctx, Op.CANCEL);
  }

  /** Delivers a job now. */
  public void fire(Context ctx) {
    order(ctx, Op.FIRE);
  }

  /** Delivers a dead letter again. */
  public void kick(Context ctx) {
    order(ctx, Op.KICK);
  }

  /** Drops a dead letter. */
  public void discard(Context ctx) {
    order(ctx, Op.DISCARD);
  }

  /**
   * Changes time, payload or headers of a job. The command gets no trace headers of the call: any
   * other headers would replace all that the job has.
   */
  public void patch(Context ctx) {
    QueryParameters.of(ctx, Set.of());
    var id = JobPath.id(ctx);
    var condition = RequestHeaders.condition(ctx);
    later.run(
        ctx,
        claim -> {
          var draft = ChangeRequest.of(JobBody.parse(request.json(ctx, claim)));
          var headers = joined(draft.headers(), condition);
          validator.judge(AccessGuard.caller(ctx), id, headers, draft.value());
          return new AsyncResponder.Pending<>(
              outcomes.ask(id, headers, draft.value()),
              answer -> HttpOutcome.of(id, answer).write(ctx));
        });
  }

  /** The handler of a worker's feedback about its attempt. */
  public Handler says(Op op) {
    return ctx -> feedback(ctx, op);
  }

  private void feedback(Context ctx, Op op) {
    QueryParameters.of(ctx, Set.of());
    RequestHeaders.refuseIfMatch(ctx, "the lease says which attempt is meant");
    var id = JobPath.id(ctx);
    later.run(
        ctx,
        claim -> {
          var draft = FeedbackRequest.of(op, JobBody.parse(request.json(ctx, claim)));
          validator.judge(id, draft.headers(), draft.value());
          return new AsyncResponder.Pending<>(
              feedbacks.ask(id, draft, CallTrace.of(ctx)),
              answer -> HttpOutcome.of(id, answer, ReasonCode.LEASE_STALE).write(ctx));
        });
  }

  private void order(Context ctx, Op op) {
    QueryParameters.of(ctx, Set.of());
    var id = JobPath.id(ctx);
    var own = joined(List.of(header(op)), RequestHeaders.condition(ctx));
    var headers = CallTrace.of(ctx).onto(own);
    var stale = op == Op.KICK || op == Op.DISCARD ? ReasonCode.NOT_DEAD : ReasonCode.VERSION_STALE;
    later.run(
        ctx,
        claim -> {
          validator.judge(id, headers, null);
          if (op == Op.FIRE || op == Op.KICK) {
            validator.takeAgain(AccessGuard.caller(ctx));
          }
          return new AsyncResponder.Pending<>(
              outcomes.ask(id, headers, null),
              answer -> HttpOutcome.of(id, answer, stale).write(ctx));
        });
  }

  private static Header header(Op op) {
    return new RecordHeader(
        DelayHeader.OP.headerName(), op.text().getBytes(StandardCharsets.UTF_8));
  }

  private static List<Header> joined(List<Header> first, List<Header> second) {
    var all = new ArrayList<>(first);
    all.addAll(second);
    return all;
  }
}

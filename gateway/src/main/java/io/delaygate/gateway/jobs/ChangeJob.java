package io.delaygate.gateway.jobs;

import io.delaygate.gateway.access.Access;
import io.delaygate.gateway.http.AnswerLater;
import io.delaygate.gateway.http.CallTrace;
import io.delaygate.gateway.http.JsonRequest;
import io.delaygate.gateway.http.Parameters;
import io.delaygate.gateway.http.RequestHeaders;
import io.delaygate.gateway.outcome.Feedbacks;
import io.delaygate.gateway.outcome.OutcomeAnswer;
import io.delaygate.gateway.outcome.Outcomes;
import io.delaygate.gateway.payload.ChangeDraft;
import io.delaygate.gateway.payload.FeedbackDraft;
import io.delaygate.gateway.payload.Intake;
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
 * {@code DELETE} and {@code PATCH /v1/jobs/{id}}, {@code POST /v1/jobs/{id}/fire} and {@code kick},
 * {@code DELETE /v1/dead-letters/{id}}, under the condition of {@code If-Match}; and what workers
 * say of their attempt, {@code POST /v1/jobs/{id}/reserve}, {@code finish}, {@code release}, {@code
 * extend} and {@code bury}, under the condition of the lease. Answered with the outcome.
 */
public final class ChangeJob {
  private final JsonRequest request;
  private final Intake intake;
  private final Outcomes outcomes;
  private final Feedbacks feedbacks;
  private final AnswerLater later;

  /** Changes along these steps. */
  public ChangeJob(
      JsonRequest request,
      Intake intake,
      Outcomes outcomes,
      Feedbacks feedbacks,
      AnswerLater later) {
    this.request = request;
    this.intake = intake;
    this.outcomes = outcomes;
    this.feedbacks = feedbacks;
    this.later = later;
  }

  /** Cancels. */
  public void delete(Context ctx) {
    order(ctx, Op.CANCEL);
  }

  /** Delivers now. */
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
   * Changes time, payload or headers. The command takes nothing of the call along: whatever headers
   * it had besides, they would replace all that the job has.
   */
  public void patch(Context ctx) {
    Parameters.of(ctx, Set.of());
    var id = JobPath.id(ctx);
    var condition = RequestHeaders.condition(ctx);
    later.run(
        ctx,
        claim -> {
          var draft = ChangeDraft.of(JobBody.parse(request.read(ctx, claim)));
          var headers = joined(draft.headers(), condition);
          intake.judge(Access.caller(ctx), id, headers, draft.value());
          return new AnswerLater.Pending<>(
              outcomes.ask(id, headers, draft.value()),
              answer -> OutcomeAnswer.write(ctx, id, answer));
        });
  }

  /** The handler of what a worker says of its attempt. */
  public Handler says(Op op) {
    return ctx -> feedback(ctx, op);
  }

  private void feedback(Context ctx, Op op) {
    Parameters.of(ctx, Set.of());
    RequestHeaders.refuseIfMatch(ctx, "the lease says which attempt is meant");
    var id = JobPath.id(ctx);
    later.run(
        ctx,
        claim -> {
          var draft = FeedbackDraft.of(op, JobBody.parse(request.read(ctx, claim)));
          intake.judge(id, draft.headers(), draft.value());
          return new AnswerLater.Pending<>(
              feedbacks.ask(id, draft, CallTrace.of(ctx)),
              answer -> OutcomeAnswer.write(ctx, id, answer, ReasonCode.LEASE_STALE));
        });
  }

  private void order(Context ctx, Op op) {
    Parameters.of(ctx, Set.of());
    var id = JobPath.id(ctx);
    var own = joined(List.of(header(op)), RequestHeaders.condition(ctx));
    var headers = CallTrace.of(ctx).onto(own);
    var stale = op == Op.KICK || op == Op.DISCARD ? ReasonCode.NOT_DEAD : ReasonCode.VERSION_STALE;
    later.run(
        ctx,
        claim -> {
          intake.judge(id, headers, null);
          if (op == Op.FIRE || op == Op.KICK) {
            intake.takeAgain(Access.caller(ctx));
          }
          return new AnswerLater.Pending<>(
              outcomes.ask(id, headers, null),
              answer -> OutcomeAnswer.write(ctx, id, answer, stale));
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

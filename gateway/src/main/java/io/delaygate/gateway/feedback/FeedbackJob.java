package io.delaygate.gateway.feedback;

import io.delaygate.gateway.draft.FeedbackDraft;
import io.delaygate.gateway.draft.Intake;
import io.delaygate.gateway.draft.JobBody;
import io.delaygate.gateway.outcome.OutcomeAnswer;
import io.delaygate.gateway.outcome.Outcomes;
import io.delaygate.gateway.publish.AnswerLater;
import io.delaygate.gateway.request.JobPath;
import io.delaygate.gateway.request.JsonRequest;
import io.delaygate.gateway.request.RequestHeaders;
import io.delaygate.schemas.contract.Op;
import io.delaygate.schemas.contract.ReasonCode;
import io.javalin.http.Context;
import io.javalin.http.Handler;

/**
 * {@code POST /v1/jobs/{id}/reserve}, {@code finish}, {@code release}, {@code extend} and {@code
 * bury}: answered with the outcome.
 */
public final class FeedbackJob {
  private final JsonRequest request;
  private final Intake intake;
  private final Outcomes outcomes;
  private final AnswerLater later;

  /** Passes on what workers say along these steps. */
  public FeedbackJob(JsonRequest request, Intake intake, Outcomes outcomes, AnswerLater later) {
    this.request = request;
    this.intake = intake;
    this.outcomes = outcomes;
    this.later = later;
  }

  /** The handler of one operation. */
  public Handler says(Op op) {
    return ctx -> post(ctx, op);
  }

  private void post(Context ctx, Op op) {
    RequestHeaders.refuseIfMatch(ctx, "the lease says which attempt is meant");
    var id = JobPath.id(ctx);
    later.run(
        ctx,
        claim -> {
          var draft = FeedbackDraft.of(op, JobBody.parse(request.read(ctx, claim)));
          intake.judge(id, draft.headers(), draft.value());
          return new AnswerLater.Pending<>(
              outcomes.ask(id, draft.headers(), draft.value()),
              answer -> OutcomeAnswer.write(ctx, id, answer, ReasonCode.LEASE_STALE));
        });
  }
}

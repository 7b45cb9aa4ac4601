package io.delaygate.gateway.change;

import io.delaygate.gateway.draft.ChangeDraft;
import io.delaygate.gateway.draft.Intake;
import io.delaygate.gateway.draft.JobBody;
import io.delaygate.gateway.outcome.OutcomeAnswer;
import io.delaygate.gateway.outcome.Outcomes;
import io.delaygate.gateway.publish.AnswerLater;
import io.delaygate.gateway.request.JobPath;
import io.delaygate.gateway.request.JsonRequest;
import io.delaygate.gateway.request.RequestHeaders;
import io.delaygate.schemas.contract.DelayHeader;
import io.delaygate.schemas.contract.JobId;
import io.delaygate.schemas.contract.Op;
import io.javalin.http.Context;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.jspecify.annotations.Nullable;

/**
 * {@code DELETE} and {@code PATCH /v1/jobs/{id}} and {@code POST /v1/jobs/{id}/fire}: answered with
 * the outcome, under the condition of {@code If-Match}.
 */
public final class ChangeJob {
  private final JsonRequest request;
  private final Intake intake;
  private final Outcomes outcomes;
  private final AnswerLater later;

  /** Changes along these steps. */
  public ChangeJob(JsonRequest request, Intake intake, Outcomes outcomes, AnswerLater later) {
    this.request = request;
    this.intake = intake;
    this.outcomes = outcomes;
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

  /** Changes time, payload or headers. */
  public void patch(Context ctx) {
    var id = JobPath.id(ctx);
    var condition = RequestHeaders.condition(ctx);
    later.run(
        ctx,
        claim -> {
          var draft = ChangeDraft.of(JobBody.parse(request.read(ctx, claim)));
          return send(ctx, id, joined(draft.headers(), condition), draft.value());
        });
  }

  private void order(Context ctx, Op op) {
    var id = JobPath.id(ctx);
    var headers = joined(List.of(header(op)), RequestHeaders.condition(ctx));
    later.run(ctx, claim -> send(ctx, id, headers, null));
  }

  private AnswerLater.Pending<?> send(
      Context ctx, JobId id, List<Header> headers, byte @Nullable [] value) {
    intake.judge(id, headers, value);
    return new AnswerLater.Pending<>(
        outcomes.ask(id, headers, value), answer -> OutcomeAnswer.write(ctx, id, answer));
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

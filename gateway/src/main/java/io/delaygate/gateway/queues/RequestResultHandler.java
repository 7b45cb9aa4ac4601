package io.delaygate.gateway.queues;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.delaygate.gateway.access.AccessGuard;
import io.delaygate.gateway.http.AsyncResponder;
import io.delaygate.gateway.http.CallTrace;
import io.delaygate.gateway.http.ClientDisconnect;
import io.delaygate.gateway.http.Problem;
import io.delaygate.gateway.http.ProblemMapper;
import io.delaygate.gateway.http.QueryParameters;
import io.delaygate.gateway.http.RequestHeaders;
import io.delaygate.gateway.jobs.CommandSteps;
import io.delaygate.gateway.outcome.CommandResult;
import io.delaygate.gateway.outcome.HttpOutcome;
import io.delaygate.gateway.payload.FieldReader;
import io.delaygate.gateway.payload.JobBody;
import io.delaygate.gateway.payload.ScheduleRequest;
import io.delaygate.gateway.schedulers.PayloadJson;
import io.delaygate.gateway.schedulers.QueryResponder;
import io.delaygate.schemas.contract.JobId;
import io.delaygate.schemas.contract.Outcome;
import io.delaygate.schemas.contract.ReasonCode;
import io.javalin.http.Context;
import java.time.Duration;
import java.util.Base64;
import java.util.Set;

/**
 * Handler of {@code POST /v1/queues/{queue}/request}: publishes a job, waits, and answers with the
 * result of the worker that finished it. A job without an expiry expires when its call stops
 * waiting.
 *
 * @param longestWait how long a caller may wait
 */
public record RequestResultHandler(CommandSteps steps, QueueCatalog queues, Duration longestWait) {
  private static final Duration USUAL_WAIT = Duration.ofSeconds(30);

  private static final String WAIT = "wait";

  private static final Set<String> FIELDS = Set.of(WAIT, WAIT + "Ms");

  /** Handles the call. */
  public void post(Context ctx) {
    QueryParameters.of(ctx, Set.of());
    RequestHeaders.refuseCondition(ctx);
    RequestHeaders.refuseIdempotencyKey(ctx);
    var queue = queues.target(ctx);
    steps.withBody(
        ctx,
        body -> {
          var time = time(body);
          var draft =
              ScheduleRequest.ofQueue(body, queue, FIELDS).with(CallTrace.of(ctx)).expiringIn(time);
          var job = steps.validator().judge(AccessGuard.caller(ctx), draft.id(), draft).id();
          var by = CallTrace.of(ctx).actor();
          var expected =
              steps.outcomes().awaitResult(by, job, draft.headers(), draft.value(), time);
          ClientDisconnect.of(ctx, expected.leave());
          return new AsyncResponder.Pending<>(expected.answer(), answer -> write(ctx, job, answer));
        });
  }

  private Duration time(JobBody body) {
    var most = longestWait.toMillis();
    var ms = new FieldReader(body.fields(), "").durationMs(WAIT, 1, most);
    return Duration.ofMillis(ms == null ? Math.min(most, USUAL_WAIT.toMillis()) : ms);
  }

  private static void write(Context ctx, JobId id, CommandResult answer) {
    if (!AccessGuard.standing(ctx).getAsBoolean()) {
      throw AccessGuard.revoked();
    }
    if (answer instanceof CommandResult.Decided decided && decided.outcome() == Outcome.DONE) {
      var json = JsonNodeFactory.instance.objectNode().put("id", id.local());
      var result = decided.result();
      PayloadJson.bytes(json, "result", result == null ? null : Base64.getDecoder().decode(result));
      QueryResponder.json(ctx, json);
    } else if (answer instanceof CommandResult.Unanswered) {
      ProblemMapper.write(
          ctx,
          Problem.of(
              ReasonCode.NO_ANSWER, "no worker finished the job in time; the job is stored"));
    } else {
      HttpOutcome.of(id, answer).write(ctx);
    }
  }
}

package io.delaygate.gateway.jobs;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.delaygate.gateway.access.Access;
import io.delaygate.gateway.http.AnswerLater;
import io.delaygate.gateway.http.CallTrace;
import io.delaygate.gateway.http.Departure;
import io.delaygate.gateway.http.JsonRequest;
import io.delaygate.gateway.http.Parameters;
import io.delaygate.gateway.http.Problem;
import io.delaygate.gateway.http.ProblemAnswers;
import io.delaygate.gateway.http.RequestHeaders;
import io.delaygate.gateway.outcome.Answer;
import io.delaygate.gateway.outcome.OutcomeAnswer;
import io.delaygate.gateway.outcome.Outcomes;
import io.delaygate.gateway.payload.FieldReader;
import io.delaygate.gateway.payload.Intake;
import io.delaygate.gateway.payload.JobBody;
import io.delaygate.gateway.payload.JobDraft;
import io.delaygate.gateway.schedulers.PayloadView;
import io.delaygate.gateway.schedulers.QueryAnswer;
import io.delaygate.schemas.contract.JobId;
import io.delaygate.schemas.contract.Outcome;
import io.delaygate.schemas.contract.ReasonCode;
import io.javalin.http.Context;
import java.time.Duration;
import java.util.Base64;
import java.util.Set;
import java.util.function.Function;

/**
 * {@code POST /v1/queues/{queue}/request}: publishes a job, and answers with what a worker finished
 * it with. A job that does not say when it expires does so when nobody waits any more.
 */
public final class RequestResult {
  private static final Duration USUAL_WAIT = Duration.ofSeconds(30);

  private static final String WAIT = "wait";

  private static final Set<String> FIELDS = Set.of(WAIT, WAIT + "Ms");

  private final JsonRequest request;
  private final Intake intake;
  private final Outcomes outcomes;
  private final AnswerLater later;
  private final Place place;

  /**
   * Where requests go.
   *
   * @param topic of the queue that a call names
   * @param longestWait how long a caller may wait
   */
  public record Place(Function<Context, String> topic, Duration longestWait) {}

  /** Requests along these steps. */
  public RequestResult(
      JsonRequest request, Intake intake, Outcomes outcomes, AnswerLater later, Place place) {
    this.request = request;
    this.intake = intake;
    this.outcomes = outcomes;
    this.later = later;
    this.place = place;
  }

  /** Handles the call. */
  public void post(Context ctx) {
    Parameters.of(ctx, Set.of());
    RequestHeaders.refuseCondition(ctx);
    RequestHeaders.refuseIdempotencyKey(ctx);
    var topic = place.topic().apply(ctx);
    later.run(
        ctx,
        claim -> {
          var body = JobBody.parse(request.read(ctx, claim));
          var time = time(body);
          var draft =
              JobDraft.ofQueue(body, topic, FIELDS).with(CallTrace.of(ctx)).expiringIn(time);
          var job = intake.judge(Access.caller(ctx), draft.id(), draft).id();
          var expected = outcomes.awaitResult(job, draft.headers(), draft.value(), time);
          Departure.of(ctx, expected.leave());
          return new AnswerLater.Pending<>(expected.answer(), answer -> write(ctx, job, answer));
        });
  }

  private Duration time(JobBody body) {
    var most = place.longestWait().toMillis();
    var ms = new FieldReader(body.fields(), "").durationMs(WAIT, 1, most);
    return Duration.ofMillis(ms == null ? Math.min(most, USUAL_WAIT.toMillis()) : ms);
  }

  private static void write(Context ctx, JobId id, Answer answer) {
    if (answer instanceof Answer.Decided decided && decided.outcome() == Outcome.DONE) {
      var json = JsonNodeFactory.instance.objectNode().put("id", id.local());
      var result = decided.result();
      PayloadView.bytes(json, "result", result == null ? null : Base64.getDecoder().decode(result));
      QueryAnswer.json(ctx, json);
    } else if (answer instanceof Answer.Unanswered) {
      ProblemAnswers.write(
          ctx,
          Problem.of(
              ReasonCode.NO_ANSWER, null, "no worker finished the job in time; it is stored"));
    } else {
      OutcomeAnswer.write(ctx, id, answer);
    }
  }
}

package io.delaygate.gateway.jobs;

import io.delaygate.gateway.access.AccessGuard;
import io.delaygate.gateway.http.AsyncResponder;
import io.delaygate.gateway.http.BodyReader;
import io.delaygate.gateway.http.CallTrace;
import io.delaygate.gateway.http.QueryParameters;
import io.delaygate.gateway.http.RequestHeaders;
import io.delaygate.gateway.outcome.CommandResult;
import io.delaygate.gateway.outcome.HttpOutcome;
import io.delaygate.gateway.payload.ChangeRequest;
import io.delaygate.gateway.payload.FeedbackRequest;
import io.delaygate.gateway.payload.FieldReader;
import io.delaygate.gateway.payload.JobBody;
import io.delaygate.gateway.payload.KickRequest;
import io.delaygate.gateway.payload.ScheduleRequest;
import io.delaygate.gateway.publish.PublishResult;
import io.delaygate.gateway.publish.StoredCommandResponder;
import io.delaygate.schemas.command.Command;
import io.delaygate.schemas.contract.DelayHeader;
import io.delaygate.schemas.contract.JobId;
import io.delaygate.schemas.contract.Op;
import io.delaygate.schemas.contract.ReasonCode;
import io.delaygate.schemas.contract.TextHeader;
import io.javalin.http.ContentType;
import io.javalin.http.Context;
import io.javalin.http.Handler;
import io.javalin.http.Header;
import io.javalin.http.HttpStatus;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Handler of calls that schedule or change one job, such as {@code PUT} and {@code DELETE
 * /v1/jobs/{id}}.
 *
 * <ul>
 *   <li>{@code POST /v1/jobs}, {@code PUT /v1/jobs/{id}} and {@code POST /v1/queues/{queue}/jobs}
 *       schedule it. They are answered when the command is stored or, on request, when its outcome
 *       is known; all others, with their outcome.
 *   <li>{@code DELETE} and {@code PATCH /v1/jobs/{id}}, {@code POST /v1/jobs/{id}/fire} and {@code
 *       kick}, {@code DELETE /v1/dead-letters/{id}} change it under the condition of {@code
 *       If-Match}.
 *   <li>{@code POST /v1/jobs/{id}/reserve}, {@code finish}, {@code release}, {@code extend} and
 *       {@code bury} are feedback of workers about an attempt, under the condition of the lease.
 * </ul>
 */
public record JobHandler(CommandSteps steps) {
  private static final Set<String> SCHEDULE_PARAMETERS = Set.of("wait");

  /** Schedules a job whose id comes from the body or {@code Idempotency-Key}, or is new. */
  public void post(Context ctx) {
    post(ctx, steps.drafts(ctx));
  }

  /**
   * The handler that does so for jobs of a queue.
   *
   * @param queues the queue that a call names
   */
  public Handler postsTo(Function<Context, ScheduleRequest.OfQueue> queues) {
    return ctx -> post(ctx, ScheduleRequest.ofQueue(queues.apply(ctx)));
  }

  private void post(Context ctx, Function<JobBody, ScheduleRequest> drafts) {
    QueryParameters.of(ctx, SCHEDULE_PARAMETERS);
    RequestHeaders.refuseCondition(ctx);
    var waits = RequestHeaders.waits(ctx);
    var key = RequestHeaders.idempotencyKey(ctx);
    steps.withBody(
        ctx,
        body -> {
          var draft = drafts.apply(body).with(CallTrace.of(ctx));
          var named = key == null ? draft : IdempotencyKey.apply(key, draft);
          return schedule(ctx, named.id(), named, waits || key != null);
        });
  }

  /** Schedules a job under the id of the path; the body may repeat it. */
  public void put(Context ctx) {
    QueryParameters.of(ctx, SCHEDULE_PARAMETERS);
    RequestHeaders.refuseCondition(ctx);
    RequestHeaders.refuseIdempotencyKey(ctx);
    var waits = RequestHeaders.waits(ctx);
    var id = JobPath.text(ctx);
    steps.withBody(
        ctx,
        body -> {
          var draft = steps.drafts(ctx).apply(body).with(CallTrace.of(ctx));
          if (draft.id() != null && !draft.id().equals(id)) {
            throw FieldReader.invalid("id", "must be the id in the path, or left out");
          }
          return schedule(ctx, id, draft, waits || draft.ifExists() != null);
        });
  }

  private AsyncResponder.Pending<?> schedule(
      Context ctx, @Nullable String id, ScheduleRequest draft, boolean waits) {
    var command = steps.validator().judge(AccessGuard.caller(ctx), id, draft);
    var job = command.id();
    var by = CallTrace.of(ctx).actor();
    if (waits) {
      var answer = steps.outcomes().ask(by, job, draft.headers(), draft.value());
      return new AsyncResponder.Pending<>(answer, news -> decided(ctx, job, news));
    }
    var published = steps.commands().send(by, job, draft.headers(), draft.value());
    return StoredCommandResponder.pending(ctx, published, stored -> created(ctx, command, stored));
  }

  /**
   * Sets {@code Location} whenever the command may be stored: a caller that gave no id learns it
   * there.
   */
  private static void decided(Context ctx, JobId id, CommandResult answer) {
    if (!(answer instanceof CommandResult.Unsent)) {
      ctx.header(Header.LOCATION, JobPath.of(id));
    }
    HttpOutcome.of(id, answer).write(ctx);
  }

  private static void created(Context ctx, Command.Schedule command, PublishResult.Stored stored) {
    var json = StoredCommandResponder.json(command, stored);
    ctx.status(HttpStatus.CREATED)
        .header(Header.LOCATION, JobPath.of(command.id()))
        .contentType(ContentType.APPLICATION_JSON)
        .result(json.toString().getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Changes time, payload or headers of a job. The command gets no trace headers of the call: any
   * other headers would replace all that the job has.
   */
  public void patch(Context ctx) {
    QueryParameters.of(ctx, Set.of());
    var id = JobPath.id(ctx);
    var condition = RequestHeaders.condition(ctx);
    steps.withBody(
        ctx,
        body -> {
          var draft = ChangeRequest.of(body, steps.urls(ctx));
          var headers = new ArrayList<>(draft.headers());
          headers.addAll(condition);
          steps.validator().judge(AccessGuard.caller(ctx), id, headers, draft.value());
          return steps.outcome(ctx, id, headers, draft.value(), ReasonCode.VERSION_STALE);
        });
  }

  /** The handler that cancels, fires, kicks or discards a job. A kick may give a time. */
  public Handler orders(Op op) {
    var stale = op == Op.KICK || op == Op.DISCARD ? ReasonCode.NOT_DEAD : ReasonCode.VERSION_STALE;
    return ctx -> {
      QueryParameters.of(ctx, Set.of());
      var id = JobPath.id(ctx);
      var own = new ArrayList<>(List.of(TextHeader.of(DelayHeader.OP, op.text())));
      own.addAll(RequestHeaders.condition(ctx));
      steps
          .later()
          .run(
              ctx,
              claim -> {
                if (op == Op.KICK && !BodyReader.isEmpty(ctx)) {
                  own.addAll(KickRequest.parse(JobBody.parse(steps.bodies().json(ctx, claim))));
                }
                var headers = CallTrace.of(ctx).onto(own);
                steps.validator().judge(id, headers, null);
                if (op == Op.FIRE || op == Op.KICK) {
                  steps.quotas().takeAgain(AccessGuard.caller(ctx));
                }
                return steps.outcome(ctx, id, headers, null, stale);
              });
    };
  }

  /** The handler of a worker's feedback about its attempt. */
  public Handler says(Op op) {
    return ctx -> {
      QueryParameters.of(ctx, Set.of());
      RequestHeaders.refuseIfMatch(ctx, "leave it out: the lease names the attempt");
      var id = JobPath.id(ctx);
      steps.withBody(
          ctx,
          body -> {
            var draft = FeedbackRequest.of(op, body);
            steps.validator().judge(id, draft.headers(), draft.value());
            return new AsyncResponder.Pending<>(
                steps.feedbacks().ask(id, draft, CallTrace.of(ctx)),
                answer -> HttpOutcome.of(id, answer, ReasonCode.LEASE_STALE).write(ctx));
          });
    };
  }
}

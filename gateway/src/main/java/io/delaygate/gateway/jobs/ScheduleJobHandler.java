package io.delaygate.gateway.jobs;

import io.delaygate.gateway.access.AccessGuard;
import io.delaygate.gateway.http.AsyncResponder;
import io.delaygate.gateway.http.BodyReader;
import io.delaygate.gateway.http.CallTrace;
import io.delaygate.gateway.http.InflightBytes;
import io.delaygate.gateway.http.QueryParameters;
import io.delaygate.gateway.http.RequestHeaders;
import io.delaygate.gateway.outcome.CommandResult;
import io.delaygate.gateway.outcome.HttpOutcome;
import io.delaygate.gateway.outcome.RequestReply;
import io.delaygate.gateway.payload.CommandValidator;
import io.delaygate.gateway.payload.FieldReader;
import io.delaygate.gateway.payload.JobBody;
import io.delaygate.gateway.payload.ScheduleRequest;
import io.delaygate.gateway.payload.ScheduleRequestReader;
import io.delaygate.gateway.publish.CommandRouter;
import io.delaygate.gateway.publish.PublishResult;
import io.delaygate.gateway.publish.StoredCommandResponder;
import io.delaygate.schemas.command.Command;
import io.delaygate.schemas.contract.JobId;
import io.javalin.http.ContentType;
import io.javalin.http.Context;
import io.javalin.http.Handler;
import io.javalin.http.Header;
import io.javalin.http.HttpStatus;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Handler of {@code POST /v1/jobs}, {@code PUT /v1/jobs/{id}} and {@code POST
 * /v1/queues/{queue}/jobs}: schedules one job. Answers when the command is stored or, on request,
 * when its outcome is known.
 */
public final class ScheduleJobHandler {
  private static final Set<String> PARAMETERS = Set.of("wait");

  private final BodyReader request;
  private final CommandValidator validator;
  private final CommandRouter topic;
  private final RequestReply outcomes;
  private final AsyncResponder later;

  /** Handles calls with these parts. */
  public ScheduleJobHandler(
      BodyReader request,
      CommandValidator validator,
      CommandRouter topic,
      RequestReply outcomes,
      AsyncResponder later) {
    this.request = request;
    this.validator = validator;
    this.topic = topic;
    this.outcomes = outcomes;
    this.later = later;
  }

  /**
   * The handler of calls whose job id comes from the body or {@code Idempotency-Key}, or is new.
   */
  public Handler posts(ScheduleRequestReader drafting) {
    return ctx -> post(ctx, drafting.of(ctx));
  }

  private void post(Context ctx, Function<JobBody, ScheduleRequest> drafts) {
    QueryParameters.of(ctx, PARAMETERS);
    RequestHeaders.refuseCondition(ctx);
    var waits = RequestHeaders.waits(ctx);
    var key = RequestHeaders.idempotencyKey(ctx);
    later.run(
        ctx,
        claim -> {
          var draft = drafts.apply(body(ctx, claim)).with(CallTrace.of(ctx));
          var named = key == null ? draft : IdempotencyKey.apply(key, draft);
          return send(ctx, named.id(), named, waits || key != null);
        });
  }

  /** Schedules a job under the id of the path; the body may repeat it. */
  public void put(Context ctx) {
    QueryParameters.of(ctx, PARAMETERS);
    RequestHeaders.refuseCondition(ctx);
    RequestHeaders.refuseIdempotencyKey(ctx);
    var waits = RequestHeaders.waits(ctx);
    var id = JobPath.text(ctx);
    later.run(
        ctx,
        claim -> {
          var draft = ScheduleRequest.of(body(ctx, claim)).with(CallTrace.of(ctx));
          if (draft.id() != null && !draft.id().equals(id)) {
            throw FieldReader.invalid("id", "the body names another id than the path");
          }
          return send(ctx, id, draft, waits || draft.ifExists() != null);
        });
  }

  private JobBody body(Context ctx, InflightBytes.Claim claim) {
    return JobBody.parse(request.json(ctx, claim));
  }

  private AsyncResponder.Pending<?> send(
      Context ctx, @Nullable String id, ScheduleRequest draft, boolean waits) {
    var command = validator.judge(AccessGuard.caller(ctx), id, draft);
    var job = command.id();
    if (waits) {
      var answer = outcomes.ask(job, draft.headers(), draft.value());
      return new AsyncResponder.Pending<>(answer, news -> decided(ctx, job, news));
    }
    var published = topic.send(job, draft.headers(), draft.value());
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
}

package io.delaygate.gateway.outcome;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.delaygate.gateway.http.Problem;
import io.delaygate.gateway.http.ProblemMapper;
import io.delaygate.schemas.contract.JobId;
import io.delaygate.schemas.contract.Outcome;
import io.delaygate.schemas.contract.ReasonCode;
import io.delaygate.schemas.job.JobState;
import io.javalin.http.ContentType;
import io.javalin.http.Context;
import io.javalin.http.Header;
import java.nio.charset.StandardCharsets;
import org.eclipse.jetty.http.HttpStatus;
import org.jspecify.annotations.Nullable;

/**
 * HTTP form of a command's result: status and JSON, for a whole call or for one item of a batch.
 *
 * @param status the HTTP status
 * @param json the body; owned by the holder
 * @param problem the problem in the body when the command did not succeed; null when it did
 * @param version the version of the job in the body; null when there is none
 */
public record HttpOutcome(
    int status, ObjectNode json, @Nullable Problem problem, @Nullable Long version) {

  /** Converts the result of a call whose condition, if it has one, is a version. */
  public static HttpOutcome of(JobId id, CommandResult answer) {
    return of(id, answer, ReasonCode.VERSION_STALE);
  }

  /** The outcome of a command that was refused before it was sent. */
  public static HttpOutcome of(Problem problem) {
    return new HttpOutcome(problem.status(), problem.node(), problem, null);
  }

  /**
   * Converts a result.
   *
   * @param id the job that the command was for
   * @param stale the reason of a command that was stale
   */
  public static HttpOutcome of(JobId id, CommandResult answer, ReasonCode stale) {
    if (answer instanceof CommandResult.Decided decided) {
      return decided(id, decided, stale);
    }
    if (answer instanceof CommandResult.Unsent unsent) {
      return of(unsent.published().problem());
    }
    return of(
        Problem.of(
            ReasonCode.NO_ANSWER,
            "no outcome came in time; the command is stored and will be carried out"));
  }

  /** Writes status, body and, with a job, its version as {@code ETag}. */
  public void write(Context ctx) {
    if (version != null) {
      ctx.header(Header.ETAG, "\"" + version + "\"");
    }
    if (problem != null) {
      ProblemMapper.write(ctx, problem);
      return;
    }
    ctx.status(status)
        .contentType(ContentType.APPLICATION_JSON)
        .result(json.toString().getBytes(StandardCharsets.UTF_8));
  }

  private static HttpOutcome decided(JobId id, CommandResult.Decided decided, ReasonCode stale) {
    return switch (decided.outcome()) {
      case SCHEDULED -> success(HttpStatus.CREATED_201, id, decided);
      case ALREADY_DELIVERED, NOT_FOUND, STALE, REJECTED ->
          failure(problem(decided, stale), decided.job());
      default -> success(HttpStatus.OK_200, id, decided);
    };
  }

  private static HttpOutcome success(int status, JobId id, CommandResult.Decided decided) {
    var json = JsonNodeFactory.instance.objectNode();
    var job = decided.job();
    var version = version(job);
    json.put("outcome", decided.outcome().name());
    json.put("id", id.local());
    if (version != null) {
      json.put("version", version);
    }
    if (job != null) {
      json.set("job", CallerJobView.withIsoTimes(job));
    }
    json.put("partition", decided.partition());
    json.put("offset", decided.offset());
    return new HttpOutcome(status, json, null, version);
  }

  private static HttpOutcome failure(Problem problem, @Nullable ObjectNode job) {
    var whole = job == null ? problem : problem.withJob(CallerJobView.withIsoTimes(job));
    return new HttpOutcome(whole.status(), whole.node(), whole, version(job));
  }

  private static Problem problem(CommandResult.Decided decided, ReasonCode stale) {
    var rejection = decided.rejection();
    if (rejection != null) {
      return Problem.of(rejection.reason(), null, rejection.text());
    }
    var outcome = decided.outcome();
    if (outcome == Outcome.ALREADY_DELIVERED) {
      return Problem.of(ReasonCode.ALREADY_DELIVERED, "the job was already delivered or finished");
    }
    if (outcome == Outcome.STALE) {
      return stale(stale, decided.job());
    }
    return Problem.of(
        ReasonCode.JOB_NOT_FOUND,
        "no pending or dead job has this id; it may have ended without delivery");
  }

  /**
   * A dead letter that is stale has another version; a job that is not dead is reported with its
   * state.
   */
  private static Problem stale(ReasonCode reason, @Nullable ObjectNode job) {
    var state = job == null ? "unknown" : job.path("state").asText();
    if (reason == ReasonCode.LEASE_STALE) {
      return Problem.of(
          reason, "the caller no longer holds the attempt, or never did; the job is " + state);
    }
    return reason == ReasonCode.NOT_DEAD && !state.equals(JobState.DEAD.name())
        ? Problem.of(reason, "the job must be a dead letter, but is " + state)
        : Problem.of(
            ReasonCode.VERSION_STALE,
            ("the job is %s and has version %s, which is not the requested one; or it has no"
                    + " attempt left")
                .formatted(state, version(job)));
  }

  private static @Nullable Long version(@Nullable ObjectNode job) {
    var version = job == null ? null : job.get("version");
    return version == null || !version.isIntegralNumber() ? null : version.longValue();
  }
}

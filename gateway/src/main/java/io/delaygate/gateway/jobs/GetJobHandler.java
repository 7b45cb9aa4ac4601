package io.delaygate.gateway.jobs;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.delaygate.gateway.http.CallTrace;
import io.delaygate.gateway.http.PercentEncoding;
import io.delaygate.gateway.http.Problem;
import io.delaygate.gateway.http.ProblemMapper;
import io.delaygate.gateway.http.QueryParameters;
import io.delaygate.gateway.outcome.CallerJobView;
import io.delaygate.gateway.schedulers.AttemptsJson;
import io.delaygate.gateway.schedulers.FoundJob;
import io.delaygate.gateway.schedulers.PayloadJson;
import io.delaygate.gateway.schedulers.QueryResponder;
import io.delaygate.gateway.schedulers.SchedulerQueryClient;
import io.delaygate.gateway.schedulers.SchedulerReply;
import io.delaygate.gateway.schedulers.TimelineJson;
import io.delaygate.schemas.contract.JobId;
import io.delaygate.schemas.contract.ReasonCode;
import io.delaygate.service.query.QueryPath;
import io.javalin.http.Context;
import io.javalin.http.Header;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * Handler of {@code GET /v1/jobs/{id}}: the job with its payload while it is pending, and how it
 * ended for as long as the history keeps it.
 */
public record GetJobHandler(SchedulerQueryClient questions, QueryResponder answer) {
  /** Handles the call. */
  public void get(Context ctx) {
    ask(ctx, GetJobHandler::json);
  }

  /** Handles {@code GET /v1/jobs/{id}/attempts}. */
  public void attempts(Context ctx) {
    ask(ctx, AttemptsJson::of);
  }

  /** Handles {@code GET /v1/jobs/{id}/timeline}. */
  public void timeline(Context ctx) {
    ask(ctx, TimelineJson::of);
  }

  private void ask(Context ctx, Function<JsonNode, ObjectNode> view) {
    var id = JobPath.id(ctx);
    QueryParameters.of(ctx, Set.of());
    answer.run(ctx, claim -> find(CallTrace.of(ctx), id), answers -> write(ctx, answers, view));
  }

  /**
   * Finds a job that is pending or dead, with its payload, or that ended lately.
   *
   * @return empty when the job is not known; fails with {@code QUERY_UNAVAILABLE} when no scheduler
   *     answers
   */
  public CompletableFuture<Optional<FoundJob>> look(CallTrace call, JobId id) {
    return find(call, id)
        .thenApply(
            answers ->
                !answers.isEmpty() && answers.get(0).reply() instanceof SchedulerReply.Found found
                    ? Optional.of(
                        new FoundJob(found.json().path("job"), found.json().path("payload")))
                    : Optional.empty());
  }

  /** Asks the scheduler that owns the job. */
  public CompletableFuture<List<SchedulerQueryClient.Answer>> find(CallTrace call, JobId id) {
    var path = QueryPath.JOBS + "/" + PercentEncoding.encode(id.text());
    return questions
        .ask(call, all -> owning(id, all.size()), partition -> path)
        .thenApply(GetJobHandler::checked);
  }

  private static List<SchedulerQueryClient.Answer> checked(
      List<SchedulerQueryClient.Answer> answers) {
    for (var answer : answers) {
      if (answer.reply() instanceof SchedulerReply.Found found
          && !found.json().path("job").isObject()) {
        throw SchedulerReply.otherVersion();
      }
    }
    return answers;
  }

  /** Empty for the generated id of a partition that does not exist: such a job cannot exist. */
  private static Set<Integer> owning(JobId id, int partitions) {
    var partition = id.partition(partitions);
    return partition.isPresent() ? Set.of(partition.getAsInt()) : Set.of();
  }

  /** Writes the job that was found, or a 404. */
  public static void write(Context ctx, List<SchedulerQueryClient.Answer> answers) {
    write(ctx, answers, GetJobHandler::json);
  }

  private static void write(
      Context ctx, List<SchedulerQueryClient.Answer> answers, Function<JsonNode, ObjectNode> view) {
    if (!answers.isEmpty() && answers.get(0).reply() instanceof SchedulerReply.Found found) {
      var version = found.json().path("job").path("version").asText();
      ctx.header(Header.ETAG, "\"" + version + "\"");
      QueryResponder.json(ctx, view.apply(found.json()));
      return;
    }
    var answer =
        !answers.isEmpty() && answers.get(0).reply() instanceof SchedulerReply.Missing missing
            ? missing.json()
            : MissingNode.getInstance();
    ProblemMapper.write(ctx, Problem.of(ReasonCode.JOB_NOT_FOUND, RejectionJson.missing(answer)));
  }

  private static ObjectNode json(JsonNode answer) {
    var job = CallerJobView.withIsoTimes((ObjectNode) answer.path("job"));
    if (answer.path("payload") instanceof ObjectNode payload) {
      PayloadJson.add(job, payload);
    }
    RejectionJson.add(job, answer);
    job.put("stale", answer.path("stale").booleanValue());
    return job;
  }
}

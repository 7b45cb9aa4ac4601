package io.delaygate.gateway.jobs;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.delaygate.gateway.http.CallTrace;
import io.delaygate.gateway.http.Parameters;
import io.delaygate.gateway.http.PercentEncoding;
import io.delaygate.gateway.http.Problem;
import io.delaygate.gateway.http.ProblemAnswers;
import io.delaygate.gateway.outcome.JobView;
import io.delaygate.gateway.schedulers.AttemptsView;
import io.delaygate.gateway.schedulers.PayloadView;
import io.delaygate.gateway.schedulers.QueryAnswer;
import io.delaygate.gateway.schedulers.Questions;
import io.delaygate.gateway.schedulers.Reply;
import io.delaygate.gateway.schedulers.SchedulerHttp;
import io.delaygate.gateway.schedulers.SeenJob;
import io.delaygate.schemas.contract.JobId;
import io.delaygate.schemas.contract.ReasonCode;
import io.javalin.http.Context;
import io.javalin.http.Header;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * {@code GET /v1/jobs/{id}}: the job with its payload while it is pending, and how it ended for as
 * long as the history keeps it.
 */
public final class GetJob {
  private final Questions questions;
  private final QueryAnswer answer;

  /** Asks and answers that way. */
  public GetJob(Questions questions, QueryAnswer answer) {
    this.questions = questions;
    this.answer = answer;
  }

  /** Handles the call. */
  public void get(Context ctx) {
    ask(ctx, GetJob::json);
  }

  /** Handles {@code GET /v1/jobs/{id}/attempts}. */
  public void attempts(Context ctx) {
    ask(ctx, AttemptsView::of);
  }

  private void ask(Context ctx, Function<JsonNode, ObjectNode> view) {
    var id = JobPath.id(ctx);
    Parameters.of(ctx, Set.of());
    answer.run(ctx, claim -> find(CallTrace.of(ctx), id), answers -> write(ctx, answers, view));
  }

  /**
   * A job that is pending or dead, with its payload, or how it ended lately.
   *
   * @return empty when there is none; fails with {@code QUERY_UNAVAILABLE} when nobody can tell
   */
  public CompletableFuture<Optional<SeenJob>> look(CallTrace call, JobId id) {
    return find(call, id)
        .thenApply(
            answers ->
                !answers.isEmpty() && answers.get(0).reply() instanceof Reply.Found found
                    ? Optional.of(
                        new SeenJob(found.json().path("job"), found.json().path("payload")))
                    : Optional.empty());
  }

  /** Asks whoever owns the job. */
  public CompletableFuture<List<Questions.Answer>> find(CallTrace call, JobId id) {
    var path = SchedulerHttp.JOBS + "/" + PercentEncoding.encode(id.text());
    return questions.ask(call, all -> owning(id, all.size()), partition -> path);
  }

  /** Empty for the generated id of a partition that does not exist: no such job then. */
  private static Set<Integer> owning(JobId id, int partitions) {
    var partition = id.partition(partitions);
    return partition.isPresent() ? Set.of(partition.getAsInt()) : Set.of();
  }

  /** Writes the job that was found, or that there is none. */
  public static void write(Context ctx, List<Questions.Answer> answers) {
    write(ctx, answers, GetJob::json);
  }

  private static void write(
      Context ctx, List<Questions.Answer> answers, Function<JsonNode, ObjectNode> view) {
    if (!answers.isEmpty() && answers.get(0).reply() instanceof Reply.Found found) {
      var version = found.json().path("job").path("version").asText();
      ctx.header(Header.ETAG, "\"" + version + "\"");
      QueryAnswer.json(ctx, view.apply(found.json()));
      return;
    }
    var stale =
        !answers.isEmpty()
            && answers.get(0).reply() instanceof Reply.Missing missing
            && missing.json().path("stale").booleanValue();
    var detail =
        stale
            ? "a standby knows no such job; it may lag behind, so one of late may still exist"
            : "no such job is pending, and none ended lately";
    ProblemAnswers.write(ctx, Problem.of(ReasonCode.JOB_NOT_FOUND, null, detail));
  }

  private static ObjectNode json(JsonNode answer) {
    var job = JobView.withIsoTimes((ObjectNode) answer.path("job"));
    if (answer.path("payload") instanceof ObjectNode payload) {
      PayloadView.add(job, payload);
    }
    job.put("stale", answer.path("stale").booleanValue());
    return job;
  }
}

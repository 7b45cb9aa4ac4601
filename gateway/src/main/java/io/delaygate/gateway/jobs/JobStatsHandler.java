package io.delaygate.gateway.jobs;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.delaygate.gateway.access.AccessGuard;
import io.delaygate.gateway.access.PendingJobs;
import io.delaygate.gateway.http.CallTrace;
import io.delaygate.gateway.http.QueryParameters;
import io.delaygate.gateway.http.TopicPath;
import io.delaygate.gateway.schedulers.JobStatistics;
import io.delaygate.gateway.schedulers.QueryResponder;
import io.delaygate.gateway.schedulers.SchedulerHttpClient;
import io.delaygate.gateway.schedulers.SchedulerQueryClient;
import io.javalin.http.Context;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * {@code GET /v1/stats} and {@code GET /v1/topics/{topic}/stats}. The schedulers keep the counts,
 * so an answer costs the same whatever is pending.
 */
public final class JobStatsHandler {
  private final SchedulerQueryClient questions;
  private final QueryResponder answer;

  /** Asks and answers that way. */
  public JobStatsHandler(SchedulerQueryClient questions, QueryResponder answer) {
    this.questions = questions;
    this.answer = answer;
  }

  /** Everything; for callers of a namespace, what it has. */
  public void all(Context ctx) {
    var caller = AccessGuard.caller(ctx);
    count(
        ctx,
        caller.isOfInstallation()
            ? JobStatistics::all
            : statistics -> statistics.within(caller.namespace()));
  }

  /** One target topic; zero for one that nobody schedules for, existing or not. */
  public void topic(Context ctx) {
    var topic = TopicPath.topic(ctx);
    count(ctx, statistics -> statistics.of(topic));
  }

  /**
   * How many jobs of each namespace have not ended.
   *
   * @return fails with {@code QUERY_UNAVAILABLE} when a partition is not answered for
   */
  public CompletableFuture<? extends PendingJobs.Counted> pending() {
    return statistics(CallTrace.NONE);
  }

  /**
   * All counts.
   *
   * @return fails with {@code QUERY_UNAVAILABLE} when a partition is not answered for
   */
  public CompletableFuture<JobStatistics> statistics(CallTrace call) {
    return questions.ask(call, all -> all, JobStatsHandler::path).thenApply(JobStatistics::new);
  }

  private void count(Context ctx, Function<JobStatistics, ObjectNode> shown) {
    QueryParameters.of(ctx, Set.of());
    answer.run(
        ctx,
        claim -> statistics(CallTrace.of(ctx)),
        statistics -> QueryResponder.json(ctx, shown.apply(statistics)));
  }

  private static String path(Set<Integer> partitions) {
    var list = new StringBuilder();
    partitions.forEach(number -> list.append(list.isEmpty() ? "" : ",").append(number));
    return SchedulerHttpClient.STATS + "?partitions=" + list;
  }
}

package io.delaygate.gateway.jobs;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.delaygate.gateway.access.AccessGuard;
import io.delaygate.gateway.http.CallTrace;
import io.delaygate.gateway.http.QueryParameters;
import io.delaygate.gateway.http.TopicPath;
import io.delaygate.gateway.schedulers.JobStatistics;
import io.delaygate.gateway.schedulers.QueryResponder;
import io.delaygate.gateway.schedulers.SchedulerQueryClient;
import io.delaygate.service.query.QueryPath;
import io.javalin.http.Context;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * Handler of {@code GET /v1/stats} and {@code GET /v1/topics/{topic}/stats}: counts of jobs. The
 * schedulers keep the counts, so an answer costs the same whatever is pending.
 */
public record JobStatsHandler(SchedulerQueryClient questions, QueryResponder answer) {
  /** Counts all jobs; for callers of a namespace, the jobs of the namespace. */
  public void all(Context ctx) {
    var caller = AccessGuard.caller(ctx);
    count(
        ctx,
        caller.isOfInstallation()
            ? JobStatistics::all
            : statistics -> statistics.within(caller.namespace()));
  }

  /** Counts the jobs of one target topic; zero for a topic without jobs, existing or not. */
  public void topic(Context ctx) {
    var topic = TopicPath.topic(ctx);
    count(ctx, statistics -> statistics.of(topic));
  }

  /**
   * All counts.
   *
   * @return fails with {@code QUERY_UNAVAILABLE} when no scheduler answers for a partition
   */
  public CompletableFuture<JobStatistics> statistics(CallTrace call) {
    return questions.ask(call, all -> all, JobStatsHandler::path).thenApply(JobStatistics::new);
  }

  /**
   * Topics that have jobs, those of queues among them.
   *
   * @return fails with {@code QUERY_UNAVAILABLE} when no scheduler answers for a partition
   */
  public CompletableFuture<Set<String>> topics() {
    return statistics(CallTrace.NONE).thenApply(JobStatistics::topics);
  }

  private void count(Context ctx, Function<JobStatistics, ObjectNode> shown) {
    QueryParameters.of(ctx, Set.of());
    answer.run(
        ctx,
        claim -> statistics(CallTrace.of(ctx)),
        statistics -> QueryResponder.json(ctx, shown.apply(statistics)));
  }

  private static String path(Set<Integer> partitions) {
    return QueryPath.of(QueryPath.STATS).partitions(partitions).toString();
  }
}

package io.delaygate.gateway.queues;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.delaygate.gateway.access.AccessGuard;
import io.delaygate.gateway.http.CallTrace;
import io.delaygate.gateway.http.QueryParameters;
import io.delaygate.gateway.jobs.JobStatsHandler;
import io.delaygate.gateway.outcome.CallerJobView;
import io.delaygate.gateway.schedulers.JobListing;
import io.delaygate.gateway.schedulers.JobStatistics;
import io.delaygate.gateway.schedulers.QueryResponder;
import io.delaygate.gateway.schedulers.QueueJobState;
import io.delaygate.schemas.job.JobState;
import io.delaygate.service.query.DuePosition;
import io.delaygate.service.query.JobFilter;
import io.javalin.http.Context;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.stream.LongStream;

/**
 * Handler of {@code GET /v1/queues} and {@code GET /v1/queues/{queue}/stats}: job counts of queues.
 */
public record QueueStatsHandler(
    JobStatsHandler counts,
    JobListing listing,
    ReadyJobsClient ready,
    QueryResponder answer,
    QueueCatalog queues) {
  /**
   * Number of jobs of a topic in a state.
   *
   * @return fails with {@code QUERY_UNAVAILABLE} when no scheduler can answer
   */
  public CompletableFuture<Long> count(CallTrace call, String topic, QueueJobState state) {
    return ready
        .published(topic)
        .thenCompose(done -> counts.statistics(call))
        .thenApply(told -> told.of(topic, state.job()));
  }

  /** Answers with all queues of the namespace that have jobs, by name, with their counts. */
  public void all(Context ctx) {
    QueryParameters.of(ctx, Set.of());
    var namespace = AccessGuard.caller(ctx).namespace();
    var call = CallTrace.of(ctx);
    answer.run(
        ctx,
        claim -> counts.statistics(call).thenApply(told -> all(told, namespace)),
        json -> QueryResponder.json(ctx, json));
  }

  private ObjectNode all(JobStatistics told, String namespace) {
    var topics = new TreeMap<String, String>();
    told.topics()
        .forEach(topic -> queues.name(namespace, topic).ifPresent(name -> topics.put(name, topic)));
    var json = told.dated();
    var list = json.putArray("queues");
    topics.forEach(
        (name, topic) -> told.addQueueCounts(list.addObject().put("queue", name), topic));
    return json;
  }

  /** Answers with the counts of one queue; zero for one without jobs. */
  public void one(Context ctx) {
    QueryParameters.of(ctx, Set.of());
    var queue = queues.queue(ctx);
    var topic = queue.topic();
    var filter = JobFilter.of(topic, JobState.READY, AccessGuard.caller(ctx).namespace());
    var call = CallTrace.of(ctx);
    answer.run(
        ctx,
        claim ->
            ready
                .published(topic)
                .thenCompose(
                    done ->
                        counts
                            .statistics(call)
                            .thenCombine(
                                listing.page(call, filter, null, 1),
                                (told, page) -> one(told, page, queue))),
        json -> QueryResponder.json(ctx, json));
  }

  private ObjectNode one(
      JobStatistics told, JobListing.Page<DuePosition> ready, QueueDispatcher.Queue queue) {
    var json = JsonNodeFactory.instance.objectNode().put("queue", queue.name());
    json.setAll(told.dated());
    told.addQueueCounts(json, queue.topic());
    var oldest = dueMs(ready).min();
    if (oldest.isPresent()) {
      json.put("oldestReadyMs", oldest.getAsLong());
    }
    json.setAll(queues.more(queue.topic()));
    return CallerJobView.withIsoTimes(json);
  }

  private static LongStream dueMs(JobListing.Page<DuePosition> page) {
    return page.jobs().stream().mapToLong(job -> job.path("dueMs").longValue());
  }
}

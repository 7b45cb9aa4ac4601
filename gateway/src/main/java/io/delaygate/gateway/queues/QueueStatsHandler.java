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
import io.delaygate.service.query.JobFilter;
import io.javalin.http.Context;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.stream.LongStream;

/**
 * Handler of {@code GET /v1/queues} and {@code GET /v1/queues/{queue}/stats}: job counts of queues.
 */
public final class QueueStatsHandler {
  private final JobStatsHandler counts;
  private final ReadyJobsClient ready;
  private final JobListing listing;
  private final QueryResponder answer;
  private final Known known;

  /**
   * Creates the handler.
   *
   * @param known data of queues that schedulers do not have
   */
  public QueueStatsHandler(
      JobStatsHandler counts,
      JobListing listing,
      ReadyJobsClient ready,
      QueryResponder answer,
      Known known) {
    this.counts = counts;
    this.ready = ready;
    this.listing = listing;
    this.answer = answer;
    this.known = known;
  }

  /**
   * Names, topics and further data of queues, which schedulers do not have. Implementations are
   * thread-safe.
   */
  public interface Known {
    /** The queue that a call names. */
    String name(Context ctx);

    /** The name of the queue of a topic; empty if the topic is not a queue of the namespace. */
    Optional<String> name(String namespace, String topic);

    /** The topic of the queue that a call names. */
    String topic(Context ctx);

    /** Further fields about a queue, by its topic; the caller may add to the object. */
    ObjectNode more(String topic);
  }

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

  /**
   * Topics that have jobs, those of queues among them.
   *
   * @return fails with {@code QUERY_UNAVAILABLE} when no scheduler can answer
   */
  public CompletableFuture<Set<String>> topics(CallTrace call) {
    return counts.statistics(call).thenApply(JobStatistics::topics);
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
        .forEach(topic -> known.name(namespace, topic).ifPresent(name -> topics.put(name, topic)));
    var json = told.dated();
    var queues = json.putArray("queues");
    topics.forEach(
        (name, topic) -> told.addQueueCounts(queues.addObject().put("queue", name), topic));
    return json;
  }

  /** Answers with the counts of one queue; zero for one without jobs. */
  public void one(Context ctx) {
    QueryParameters.of(ctx, Set.of());
    var name = known.name(ctx);
    var topic = known.topic(ctx);
    var filter = JobFilter.of(topic, JobState.READY, AccessGuard.caller(ctx).namespace());
    var call = CallTrace.of(ctx);
    answer.run(
        ctx,
        claim -> {
          return ready
              .published(topic)
              .thenCompose(
                  done ->
                      counts
                          .statistics(call)
                          .thenCombine(
                              listing.page(call, filter, null, 1),
                              (told, page) -> one(told, page, name, topic)));
        },
        json -> QueryResponder.json(ctx, json));
  }

  private ObjectNode one(JobStatistics told, JobListing.Page ready, String name, String topic) {
    var json = JsonNodeFactory.instance.objectNode().put("queue", name);
    json.setAll(told.dated());
    told.addQueueCounts(json, topic);
    var oldest = dueMs(ready).min();
    if (oldest.isPresent()) {
      json.put("oldestReadyMs", oldest.getAsLong());
    }
    json.setAll(known.more(topic));
    return CallerJobView.withIsoTimes(json);
  }

  private static LongStream dueMs(JobListing.Page page) {
    return page.jobs().stream().mapToLong(job -> job.path("dueMs").longValue());
  }
}

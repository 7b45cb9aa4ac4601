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
import io.delaygate.gateway.schedulers.ListingFilter;
import io.delaygate.gateway.schedulers.QueryResponder;
import io.delaygate.gateway.schedulers.QueueJobState;
import io.delaygate.schemas.job.JobState;
import io.javalin.http.Context;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.stream.LongStream;

/** {@code GET /v1/queues} and {@code GET /v1/queues/{queue}/stats}. */
public final class QueueStatsHandler {
  private final JobStatsHandler counts;
  private final ReadyJobsClient ready;
  private final JobListing listing;
  private final QueryResponder answer;
  private final Known known;

  /**
   * Counts by these.
   *
   * @param known what is not a scheduler's to say
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

  /** What schedulers do not know of queues. Implementations are thread-safe. */
  public interface Known {
    /** The queue that a call names. */
    String name(Context ctx);

    /** The name of the queue that a topic stands for, if it is one of the namespace's. */
    Optional<String> name(String namespace, String topic);

    /** The topic of the queue that a call names. */
    String topic(Context ctx);

    /** What else is told of a queue, by its topic; to be written on. */
    ObjectNode more(String topic);
  }

  /**
   * How many jobs a topic has in a state.
   *
   * @return fails with {@code QUERY_UNAVAILABLE} when nobody can tell
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
   * @return fails with {@code QUERY_UNAVAILABLE} when nobody can tell
   */
  public CompletableFuture<Set<String>> topics(CallTrace call) {
    return counts.statistics(call).thenApply(JobStatistics::topics);
  }

  /** All queues of the namespace that have jobs, by name, with their counts. */
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

  /** One queue; zero for one that nobody has published to. */
  public void one(Context ctx) {
    QueryParameters.of(ctx, Set.of());
    var name = known.name(ctx);
    var topic = known.topic(ctx);
    var filter =
        new ListingFilter(
            topic, JobState.READY.name(), null, null, null, AccessGuard.caller(ctx).namespace());
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

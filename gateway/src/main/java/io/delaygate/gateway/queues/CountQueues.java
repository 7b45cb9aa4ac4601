package io.delaygate.gateway.queues;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.delaygate.gateway.access.Access;
import io.delaygate.gateway.http.CallTrace;
import io.delaygate.gateway.http.Parameters;
import io.delaygate.gateway.jobs.CountJobs;
import io.delaygate.gateway.outcome.JobView;
import io.delaygate.gateway.schedulers.JobFilter;
import io.delaygate.gateway.schedulers.Listing;
import io.delaygate.gateway.schedulers.QueryAnswer;
import io.delaygate.gateway.schedulers.QueueState;
import io.delaygate.gateway.schedulers.Statistics;
import io.delaygate.schemas.job.JobState;
import io.javalin.http.Context;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.stream.LongStream;

/** {@code GET /v1/queues} and {@code GET /v1/queues/{queue}/stats}. */
public final class CountQueues {
  private final CountJobs counts;
  private final AskReady ready;
  private final Listing listing;
  private final QueryAnswer answer;
  private final Known known;

  /**
   * Counts by these.
   *
   * @param known what is not a scheduler's to say
   */
  public CountQueues(
      CountJobs counts, Listing listing, AskReady ready, QueryAnswer answer, Known known) {
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
  public CompletableFuture<Long> count(CallTrace call, String topic, QueueState state) {
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
    return counts.statistics(call).thenApply(Statistics::topics);
  }

  /** All queues of the namespace that have jobs, by name, with their counts. */
  public void all(Context ctx) {
    Parameters.of(ctx, Set.of());
    var namespace = Access.caller(ctx).namespace();
    var call = CallTrace.of(ctx);
    answer.run(
        ctx,
        claim -> counts.statistics(call).thenApply(told -> all(told, namespace)),
        json -> QueryAnswer.json(ctx, json));
  }

  private ObjectNode all(Statistics told, String namespace) {
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
    Parameters.of(ctx, Set.of());
    var name = known.name(ctx);
    var topic = known.topic(ctx);
    var filter =
        new JobFilter(
            topic, JobState.READY.name(), null, null, null, Access.caller(ctx).namespace());
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
        json -> QueryAnswer.json(ctx, json));
  }

  private ObjectNode one(Statistics told, Listing.Page ready, String name, String topic) {
    var json = JsonNodeFactory.instance.objectNode().put("queue", name);
    json.setAll(told.dated());
    told.addQueueCounts(json, topic);
    var oldest = dueMs(ready).min();
    if (oldest.isPresent()) {
      json.put("oldestReadyMs", oldest.getAsLong());
    }
    json.setAll(known.more(topic));
    return JobView.withIsoTimes(json);
  }

  private static LongStream dueMs(Listing.Page page) {
    return page.jobs().stream().mapToLong(job -> job.path("dueMs").longValue());
  }
}

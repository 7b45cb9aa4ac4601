package io.delaygate.gateway.queues;

import com.fasterxml.jackson.databind.JsonNode;
import io.delaygate.gateway.access.Access;
import io.delaygate.gateway.http.CallTrace;
import io.delaygate.gateway.http.Parameters;
import io.delaygate.gateway.http.ProblemException;
import io.delaygate.gateway.jobs.GetJob;
import io.delaygate.gateway.schedulers.JobFilter;
import io.delaygate.gateway.schedulers.Listing;
import io.delaygate.gateway.schedulers.Position;
import io.delaygate.gateway.schedulers.QueryAnswer;
import io.delaygate.gateway.schedulers.QueueState;
import io.delaygate.schemas.contract.JobId;
import io.delaygate.schemas.contract.ReasonCode;
import io.javalin.http.Context;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * {@code GET /v1/queues/{queue}/peek}: the first job of a state, with its payload; of the ready
 * ones the one that is handed out next.
 */
public final class PeekQueue {
  private final Listing listing;
  private final AskReady ready;
  private final GetJob get;
  private final QueryAnswer answer;
  private final Function<Context, String> topics;

  /**
   * Looks that way.
   *
   * @param topics the topic of the queue that a call names
   */
  public PeekQueue(Sources from, GetJob get, QueryAnswer answer, Function<Context, String> topics) {
    this.listing = from.listing();
    this.ready = from.ready();
    this.get = get;
    this.answer = answer;
    this.topics = topics;
  }

  /** Handles the call. */
  public void get(Context ctx) {
    var text = Parameters.of(ctx, Set.of("state")).text("state");
    var state = text == null ? QueueState.READY : QueueState.of(text);
    var wanted = new Heads(topics.apply(ctx), state, Access.caller(ctx).namespace(), 1);
    var call = CallTrace.of(ctx);
    answer.run(
        ctx,
        claim ->
            heads(call, wanted)
                .thenCompose(
                    ids ->
                        ids.isEmpty()
                            ? CompletableFuture.failedFuture(empty())
                            : get.find(call, new JobId(ids.get(0)))),
        found -> GetJob.write(ctx, found));
  }

  /** Where jobs of all states are listed, and ready ones of queues found. */
  public record Sources(Listing listing, AskReady ready) {}

  /**
   * Which jobs stand first.
   *
   * @param topic of the queue
   * @param namespace that the queue is of
   * @param most how many at most
   */
  public record Heads(String topic, QueueState state, String namespace, int most) {}

  /**
   * The first jobs of a state, some of them where there are more.
   *
   * @return their ids as they are stored; empty only when there is none; fails with {@code
   *     QUERY_UNAVAILABLE} when nobody can tell
   */
  public CompletableFuture<List<String>> heads(CallTrace call, Heads wanted) {
    if (wanted.state() == QueueState.READY) {
      return ready.first(wanted.topic(), wanted.most());
    }
    var filter = filter(wanted.topic(), wanted.state(), wanted.namespace());
    return heads(call, filter, null, wanted.most());
  }

  private static JobFilter filter(String topic, QueueState state, String namespace) {
    return new JobFilter(topic, state.job().name(), null, null, null, namespace);
  }

  /** A page may be empty although more is left. */
  private CompletableFuture<List<String>> heads(
      CallTrace call, JobFilter filter, @Nullable Position after, int most) {
    return listing
        .page(call, filter, after, most)
        .thenCompose(
            page ->
                page.jobs().isEmpty() && page.next() != null
                    ? heads(call, filter, page.next(), most)
                    : CompletableFuture.completedFuture(
                        page.jobs().stream().map(PeekQueue::id).toList()));
  }

  private static String id(JsonNode job) {
    return job.path("id").textValue();
  }

  private static ProblemException empty() {
    return new ProblemException(ReasonCode.QUEUE_EMPTY, "the queue has no such job");
  }
}

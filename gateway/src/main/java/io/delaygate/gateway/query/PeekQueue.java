package io.delaygate.gateway.query;

import com.fasterxml.jackson.databind.JsonNode;
import io.delaygate.gateway.access.Access;
import io.delaygate.gateway.problem.ProblemException;
import io.delaygate.gateway.trace.CallTrace;
import io.delaygate.schemas.contract.JobId;
import io.delaygate.schemas.contract.ReasonCode;
import io.javalin.http.Context;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** {@code GET /v1/queues/{queue}/peek}: the first job of a state, with its payload. */
public final class PeekQueue {
  private final Listing listing;
  private final GetJob get;
  private final QueryAnswer answer;
  private final Function<Context, String> topics;

  /**
   * Looks that way.
   *
   * @param topics the topic of the queue that a call names
   */
  public PeekQueue(
      Listing listing, GetJob get, QueryAnswer answer, Function<Context, String> topics) {
    this.listing = listing;
    this.get = get;
    this.answer = answer;
    this.topics = topics;
  }

  /** Handles the call. */
  public void get(Context ctx) {
    var text = Parameters.of(ctx, Set.of("state")).text("state");
    var state = text == null ? QueueState.READY : QueueState.of(text);
    var filter = filter(topics.apply(ctx), state, Access.caller(ctx).namespace());
    var call = CallTrace.of(ctx);
    answer.run(
        ctx,
        claim ->
            first(call, filter, null)
                .thenCompose(
                    id ->
                        id.map(known -> get.find(call, new JobId(known)))
                            .orElseGet(() -> CompletableFuture.failedFuture(empty()))),
        found -> GetJob.write(ctx, found));
  }

  /**
   * The first job of a state.
   *
   * @return its id as it is stored; empty when there is none; fails with {@code QUERY_UNAVAILABLE}
   *     when nobody can tell
   */
  public CompletableFuture<Optional<String>> first(
      CallTrace call, String topic, QueueState state, String namespace) {
    return first(call, filter(topic, state, namespace), null);
  }

  private static JobFilter filter(String topic, QueueState state, String namespace) {
    return new JobFilter(topic, state.job().name(), null, null, null, namespace);
  }

  /** A page may be empty although more is left. */
  private CompletableFuture<Optional<String>> first(
      CallTrace call, JobFilter filter, @Nullable Position after) {
    return listing
        .page(call, filter, after, 1)
        .thenCompose(
            page ->
                page.jobs().isEmpty() && page.next() != null
                    ? first(call, filter, page.next())
                    : CompletableFuture.completedFuture(
                        page.jobs().stream().findFirst().map(PeekQueue::id)));
  }

  private static String id(JsonNode job) {
    return job.path("id").textValue();
  }

  private static ProblemException empty() {
    return new ProblemException(ReasonCode.QUEUE_EMPTY, "the queue has no such job");
  }
}

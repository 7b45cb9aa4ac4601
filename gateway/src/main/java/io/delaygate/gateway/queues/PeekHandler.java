package io.delaygate.gateway.queues;

import com.fasterxml.jackson.databind.JsonNode;
import io.delaygate.gateway.access.AccessGuard;
import io.delaygate.gateway.http.CallTrace;
import io.delaygate.gateway.http.ProblemException;
import io.delaygate.gateway.http.QueryParameters;
import io.delaygate.gateway.jobs.GetJobHandler;
import io.delaygate.gateway.schedulers.JobListing;
import io.delaygate.gateway.schedulers.QueryResponder;
import io.delaygate.gateway.schedulers.QueueJobState;
import io.delaygate.schemas.contract.JobId;
import io.delaygate.schemas.contract.ReasonCode;
import io.delaygate.service.query.DuePosition;
import io.delaygate.service.query.JobFilter;
import io.javalin.http.Context;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/**
 * Handler of {@code GET /v1/queues/{queue}/peek}: the first job in a state, with its payload; for
 * ready jobs, the one that is dispatched next.
 */
public record PeekHandler(
    JobListing listing,
    ReadyJobsClient ready,
    GetJobHandler jobs,
    QueryResponder answer,
    QueueCatalog queues) {
  /** A page reads for a second at most, and a caller that only peeks should not cost more. */
  private static final int PAGES = 3;

  /** Handles the call. */
  public void get(Context ctx) {
    var text = QueryParameters.of(ctx, Set.of("state")).text("state");
    var state = text == null ? QueueJobState.READY : QueueJobState.of(text);
    var wanted = new Heads(queues.topic(ctx), state, AccessGuard.caller(ctx).namespace(), 1);
    var call = CallTrace.of(ctx);
    answer.run(
        ctx,
        claim ->
            heads(call, wanted)
                .thenCompose(
                    ids ->
                        ids.isEmpty()
                            ? CompletableFuture.failedFuture(empty())
                            : jobs.find(call, new JobId(ids.get(0)))),
        found -> GetJobHandler.write(ctx, found));
  }

  /**
   * Query for the first jobs of a queue.
   *
   * @param topic of the queue
   * @param namespace of the queue
   * @param most how many at most
   */
  public record Heads(String topic, QueueJobState state, String namespace, int most) {}

  /**
   * Returns the first jobs in a state, or some of them.
   *
   * @return their ids as they are stored; empty only when there is none; fails with {@code
   *     QUERY_UNAVAILABLE} when no scheduler can answer, or none was found among as many jobs of
   *     others as may be read
   */
  public CompletableFuture<List<String>> heads(CallTrace call, Heads wanted) {
    if (wanted.state() == QueueJobState.READY) {
      return ready.first(wanted.topic(), wanted.most());
    }
    var filter = filter(wanted.topic(), wanted.state(), wanted.namespace());
    return listing
        .page(call, filter, null, wanted.most())
        .thenCompose(page -> ids(call, filter, page, new Pages(wanted.most(), PAGES)));
  }

  private static JobFilter filter(String topic, QueueJobState state, String namespace) {
    return JobFilter.of(topic, state.job(), namespace);
  }

  /** Number of jobs that are wanted, and of pages that may be read for them. */
  private record Pages(int most, int left) {}

  /** A page may be empty although more is left. */
  private CompletableFuture<List<String>> ids(
      CallTrace call, JobFilter filter, JobListing.Page<DuePosition> page, Pages pages) {
    var next = page.next();
    if (!page.jobs().isEmpty() || next == null) {
      return CompletableFuture.completedFuture(page.jobs().stream().map(PeekHandler::id).toList());
    }
    if (pages.left() == 1) {
      return CompletableFuture.failedFuture(notYetFound(next));
    }
    return listing
        .page(call, filter, next, pages.most())
        .thenCompose(more -> ids(call, filter, more, new Pages(pages.most(), pages.left() - 1)));
  }

  private static ProblemException notYetFound(DuePosition seen) {
    return new ProblemException(
        ReasonCode.QUERY_UNAVAILABLE,
        ("no job in that state is due before %s; later ones were not searched, because too many"
                + " jobs of others come first")
            .formatted(Instant.ofEpochMilli(seen.dueMs())));
  }

  private static String id(JsonNode job) {
    return job.path("id").textValue();
  }

  private static ProblemException empty() {
    return new ProblemException(ReasonCode.QUEUE_EMPTY, "the queue has no job in that state");
  }
}

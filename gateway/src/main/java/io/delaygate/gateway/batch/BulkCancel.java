package io.delaygate.gateway.batch;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.delaygate.gateway.outcome.Outcomes;
import io.delaygate.gateway.problem.ProblemException;
import io.delaygate.gateway.publish.InflightBytes;
import io.delaygate.gateway.query.Listing;
import io.delaygate.gateway.query.Parameters;
import io.delaygate.gateway.query.QueryAnswer;
import io.delaygate.gateway.request.JsonRequest;
import io.delaygate.schemas.contract.ReasonCode;
import io.javalin.http.Context;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * {@code POST /v1/jobs/cancel}: cancels many jobs with a definite outcome for each. A call begins
 * cancels for ten seconds at most and says how far it came.
 */
public final class BulkCancel {
  private static final long WITHIN_NANOS = 10_000_000_000L;

  /** Single cancels must find room among those who wait for an outcome. */
  private static final int CALLS = 4;

  private final Steps steps;
  private final LongSupplier ticker;
  private final Semaphore calls = new Semaphore(CALLS);

  /**
   * What a bulk cancel is made of.
   *
   * @param threads may be held up
   */
  public record Steps(
      JsonRequest request,
      Listing listing,
      Outcomes outcomes,
      Executor threads,
      QueryAnswer answer) {}

  /**
   * Cancels along these steps.
   *
   * @param ticker monotonic nanoseconds
   */
  public BulkCancel(Steps steps, LongSupplier ticker) {
    this.steps = steps;
    this.ticker = ticker;
  }

  /** Handles the call. */
  public void post(Context ctx) {
    Parameters.of(ctx, Set.of());
    if (ctx.header("If-Match") != null) {
      throw ProblemException.at(
          "If-Match", ReasonCode.PARAMETER_INVALID, "a bulk cancel has no condition; DELETE has");
    }
    steps.answer().run(ctx, claim -> begin(ctx, claim), json -> QueryAnswer.json(ctx, json));
  }

  private CompletableFuture<ObjectNode> begin(Context ctx, InflightBytes.Claim claim) {
    var order = CancelOrder.parse(steps.request().read(ctx, claim));
    if (!calls.tryAcquire()) {
      throw new ProblemException(ReasonCode.OVERLOADED, "too many bulk cancels at a time");
    }
    return start(order).whenComplete((done, failure) -> calls.release());
  }

  private CompletableFuture<ObjectNode> start(CancelOrder order) {
    var startedAt = ticker.getAsLong();
    BooleanSupplier timeIsUp = () -> ticker.getAsLong() - startedAt > WITHIN_NANOS;
    if (order instanceof CancelOrder.Found found) {
      return new CancelFound(steps.listing(), steps.outcomes(), steps.threads(), found, timeIsUp)
          .cancel();
    }
    return new CancelIds(steps.outcomes(), steps.threads())
        .cancel(((CancelOrder.Ids) order).ids(), timeIsUp);
  }

  /** A call that could send nothing at all fails as a single one does. */
  static void refuseWhenNothingWasSent(List<CancelEach.Cancelled> done) {
    var first = done.isEmpty() ? null : done.get(0);
    if (first != null && done.stream().noneMatch(CancelEach.Cancelled::isHandled)) {
      var problem = first.http().problem();
      if (problem != null) {
        throw new ProblemException(problem);
      }
    }
  }
}

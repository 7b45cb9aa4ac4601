package io.delaygate.gateway.jobs;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.delaygate.gateway.access.AccessGuard;
import io.delaygate.gateway.access.Caller;
import io.delaygate.gateway.http.CallTrace;
import io.delaygate.gateway.http.InflightBytes;
import io.delaygate.gateway.http.JsonBodyReader;
import io.delaygate.gateway.http.ProblemException;
import io.delaygate.gateway.http.QueryParameters;
import io.delaygate.gateway.outcome.RequestReply;
import io.delaygate.gateway.payload.CommandValidator;
import io.delaygate.gateway.schedulers.JobListing;
import io.delaygate.gateway.schedulers.QueryResponder;
import io.delaygate.schemas.contract.ReasonCode;
import io.javalin.http.Context;
import io.javalin.http.Handler;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.apache.kafka.common.header.Header;

/**
 * Handler of {@code POST /v1/jobs/cancel}, {@code /v1/dead-letters/kick} and {@code /discard}:
 * changes of many jobs, with a definite outcome for each. A call begins changes for ten seconds at
 * most, and its answer says how far it came.
 */
public final class BulkChangeHandler {
  private static final long WITHIN_NANOS = 10_000_000_000L;

  /** Few enough that single changes find room among the calls that wait for an outcome. */
  private static final int CALLS = 4;

  private final Steps steps;
  private final LongSupplier ticker;
  private final Semaphore calls = new Semaphore(CALLS);

  /**
   * Parts that all bulk changes use.
   *
   * @param threads may be held up
   */
  public record Steps(
      JsonBodyReader request,
      CommandValidator validator,
      JobListing listing,
      RequestReply outcomes,
      Executor threads,
      QueryResponder answer) {}

  /**
   * Bulk call: the kind of change, its trace and its caller.
   *
   * @param more headers of each command
   */
  record Call(Steps steps, BulkKind kind, CallTrace trace, Caller caller, List<Header> more) {}

  /**
   * Handles calls with these parts.
   *
   * @param ticker monotonic nanoseconds
   */
  public BulkChangeHandler(Steps steps, LongSupplier ticker) {
    this.steps = steps;
    this.ticker = ticker;
  }

  /** The handler of one kind of change. */
  public Handler does(BulkKind kind) {
    return ctx -> post(ctx, kind);
  }

  private void post(Context ctx, BulkKind kind) {
    QueryParameters.of(ctx, Set.of());
    if (ctx.header("If-Match") != null) {
      throw ProblemException.at(
          "If-Match", ReasonCode.PARAMETER_INVALID, "a call for many jobs has no condition");
    }
    steps
        .answer()
        .run(ctx, claim -> begin(ctx, kind, claim), json -> QueryResponder.json(ctx, json));
  }

  private CompletableFuture<ObjectNode> begin(
      Context ctx, BulkKind kind, InflightBytes.Claim claim) {
    var ids = AccessGuard.caller(ctx).ids();
    var order = BulkRequest.parse(kind, ids.namespace(), steps.request().read(ctx, claim));
    return change(ctx, kind, order);
  }

  /**
   * Changes the jobs that a request names or finds.
   *
   * @throws ProblemException 503 when too many such calls are under way
   */
  public CompletableFuture<ObjectNode> change(Context ctx, BulkKind kind, BulkRequest order) {
    var more = order instanceof BulkRequest.Found found ? found.more() : List.<Header>of();
    var call = new Call(steps, kind, CallTrace.of(ctx), AccessGuard.caller(ctx), more);
    if (!calls.tryAcquire()) {
      throw new ProblemException(ReasonCode.OVERLOADED, "too many calls for many jobs at a time");
    }
    CompletableFuture<ObjectNode> changed;
    try {
      changed = start(call, order);
    } catch (RuntimeException | Error failed) {
      calls.release();
      throw failed;
    }
    return changed.whenComplete((done, failure) -> calls.release());
  }

  public Steps steps() {
    return steps;
  }

  private CompletableFuture<ObjectNode> start(Call call, BulkRequest order) {
    var startedAt = ticker.getAsLong();
    BooleanSupplier timeIsUp = () -> ticker.getAsLong() - startedAt > WITHIN_NANOS;
    if (order instanceof BulkRequest.Found found) {
      return new FilteredBulkChange(call, found, timeIsUp).change();
    }
    return new ListedBulkChange(call).change(((BulkRequest.Ids) order).ids(), timeIsUp);
  }

  /** A call that could send nothing at all fails as a single one does. */
  static void refuseWhenNothingWasSent(List<BulkChanger.Changed> done) {
    var first = done.isEmpty() ? null : done.get(0);
    if (first != null && done.stream().noneMatch(BulkChanger.Changed::isHandled)) {
      var problem = first.http().problem();
      if (problem != null) {
        throw new ProblemException(problem);
      }
    }
  }
}

package io.delaygate.gateway.jobs;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.delaygate.gateway.access.AccessGuard;
import io.delaygate.gateway.access.AuditLog;
import io.delaygate.gateway.access.Caller;
import io.delaygate.gateway.http.CallTrace;
import io.delaygate.gateway.http.InflightBytes;
import io.delaygate.gateway.http.ProblemException;
import io.delaygate.gateway.http.QueryParameters;
import io.delaygate.gateway.http.SharedLimit;
import io.delaygate.gateway.jobs.BulkChanger.OutcomeCounts;
import io.delaygate.gateway.operations.AsyncPreference;
import io.delaygate.gateway.operations.OperationStarter;
import io.delaygate.gateway.payload.JobBody;
import io.delaygate.gateway.schedulers.JobListing;
import io.delaygate.gateway.schedulers.QueryResponder;
import io.delaygate.schemas.contract.DelayHeader;
import io.delaygate.schemas.contract.JobId;
import io.delaygate.schemas.contract.ReasonCode;
import io.delaygate.schemas.contract.TextHeader;
import io.delaygate.schemas.topics.TopicNames;
import io.javalin.http.Context;
import io.javalin.http.Handler;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
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

  private final CommandSteps steps;
  private final JobListing listing;
  private final TopicNames names;
  private final LongSupplier ticker;
  private final OperationStarter operations;
  private final SharedLimit calls = new SharedLimit(CALLS, "too many bulk calls are in flight");

  /**
   * Handles calls by these steps.
   *
   * @param ticker monotonic nanoseconds
   * @param operations starts those that callers ask for
   */
  public BulkChangeHandler(
      CommandSteps steps,
      JobListing listing,
      TopicNames names,
      LongSupplier ticker,
      OperationStarter operations) {
    this.operations = operations;
    this.names = names;
    this.steps = steps;
    this.listing = listing;
    this.ticker = ticker;
  }

  /**
   * Bulk call.
   *
   * @param more headers of each command
   * @param timeIsUp whether the call begins no more changes
   */
  record Call(
      CommandSteps steps,
      BulkKind kind,
      CallTrace trace,
      Caller caller,
      List<Header> more,
      BooleanSupplier timeIsUp) {}

  /** The handler of one kind of change. */
  public Handler does(BulkKind kind) {
    return ctx -> post(ctx, kind);
  }

  private void post(Context ctx, BulkKind kind) {
    QueryParameters.of(ctx, Set.of());
    if (ctx.header("If-Match") != null) {
      throw ProblemException.at(
          "If-Match",
          ReasonCode.PARAMETER_INVALID,
          "a call for many jobs cannot have a condition; leave it out");
    }
    if (startsOperation(ctx, claim -> ordered(ctx, kind, body(ctx, claim)))) {
      return;
    }
    steps
        .answer()
        .run(
            ctx,
            claim -> change(ctx, kind, order(ctx, kind, body(ctx, claim), BulkRequest.MAX)),
            json -> QueryResponder.json(ctx, json));
  }

  private JobBody body(Context ctx, InflightBytes.Claim claim) {
    return JobBody.parse(steps.bodies().json(ctx, claim));
  }

  private BulkRequest order(Context ctx, BulkKind kind, JobBody body, int most) {
    var targets = new TargetFilter(names, AccessGuard.caller(ctx).namespace());
    var order = BulkRequest.parse(kind, targets, body, most);
    if (!order.more().isEmpty()) {
      checkOnce(kind, order.more());
    }
    return order;
  }

  private Ordered ordered(Context ctx, BulkKind kind, JobBody body) {
    return new Ordered(kind, order(ctx, kind, body, Integer.MAX_VALUE), body.fields());
  }

  /** The operation that does what a call asks for in its fields. */
  private static OperationStarter.Wanted wanted(
      BulkKind kind, BulkRequest order, Map<String, JsonNode> fields) {
    var asked = JsonNodeFactory.instance.objectNode();
    fields.forEach(
        (name, value) -> {
          if (name.equals("ids")) {
            asked.put(name, value.size());
          } else if (!name.equals("cursor")) {
            asked.set(name, value);
          }
        });
    var limit =
        order instanceof BulkRequest.Found found && found.limit() < Integer.MAX_VALUE
            ? (Long) (long) found.limit()
            : null;
    return new OperationStarter.Wanted(kind.operation(), asked, BulkOrder.of(order).json(), limit);
  }

  /**
   * Starts an operation for a call that asks for one.
   *
   * @param read reads the call: what is to be done, and the fields that say it
   * @return whether the call asks for one; otherwise nothing is done
   */
  public boolean startsOperation(Context ctx, Function<InflightBytes.Claim, Ordered> read) {
    var preference = AsyncPreference.of(ctx);
    preference.ifPresent(
        it ->
            operations.start(
                ctx,
                it,
                claim -> {
                  var ordered = read.apply(claim);
                  return wanted(ordered.kind(), ordered.order(), ordered.fields());
                }));
    return preference.isPresent();
  }

  /**
   * Order of a call, with the fields that say it in the call's words.
   *
   * @param order with {@link Integer#MAX_VALUE} for no limit
   */
  public record Ordered(BulkKind kind, BulkRequest order, Map<String, JsonNode> fields) {}

  /** Refuses a time that the scheduler would refuse for each of the jobs. */
  private void checkOnce(BulkKind kind, List<Header> more) {
    var headers = new ArrayList<>(more);
    headers.add(TextHeader.of(DelayHeader.OP, kind.op().text()));
    steps.validator().judge(new JobId("any"), headers, null);
  }

  /**
   * Changes the jobs that a request names or finds.
   *
   * @throws ProblemException 503 when too many such calls are under way
   */
  public CompletableFuture<ObjectNode> change(Context ctx, BulkKind kind, BulkRequest order) {
    var startedAt = ticker.getAsLong();
    var standing = AccessGuard.standing(ctx);
    var call =
        new Call(
            steps,
            kind,
            CallTrace.of(ctx),
            AccessGuard.caller(ctx),
            order.more(),
            () -> ticker.getAsLong() - startedAt > WITHIN_NANOS || !standing.getAsBoolean());
    var share = call.trace().share();
    var audit = AuditLog.begin(ctx, kind.op().text(), order.inWords());
    calls.enter(share);
    CompletableFuture<ObjectNode> changed;
    try {
      changed = start(call, order);
    } catch (RuntimeException | Error failed) {
      calls.leave(share);
      audit.end(null, failed);
      throw failed;
    }
    return changed.whenComplete(
        (done, failure) -> {
          calls.leave(share);
          audit.end(done, failure);
        });
  }

  private CompletableFuture<ObjectNode> start(Call call, BulkRequest order) {
    return order instanceof BulkRequest.Found found
        ? new FilteredBulkChange(call, listing, found).change()
        : change(call, ((BulkRequest.Ids) order).ids());
  }

  public CommandSteps steps() {
    return steps;
  }

  /** Changes jobs by their ids. The answer has fewer results than ids when the call ended early. */
  private static CompletableFuture<ObjectNode> change(Call call, List<String> ids) {
    var targets = ids.stream().map(id -> new BulkChanger.Target(id, null)).toList();
    return new BulkChanger(call, targets)
        .start()
        .thenApply(
            done -> {
              refuseWhenNothingWasSent(done);
              var counts = new OutcomeCounts(call.kind());
              counts.add(done);
              var json = counts.json();
              var results = json.putArray("results");
              done.forEach(one -> results.add(result(results.size(), one)));
              var isDone = done.stream().allMatch(BulkChanger.Changed::isHandled);
              return json.put("done", done.size() == ids.size() && isDone);
            });
  }

  private static ObjectNode result(int index, BulkChanger.Changed one) {
    var json = JsonNodeFactory.instance.objectNode();
    json.put("index", index);
    json.put("id", one.target().id());
    json.put("status", one.http().status());
    if (one.http().problem() != null) {
      json.set("problem", one.http().json());
      return json;
    }
    json.set("outcome", one.http().json().get("outcome"));
    if (one.http().version() != null) {
      json.put("version", one.http().version());
    }
    return json;
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

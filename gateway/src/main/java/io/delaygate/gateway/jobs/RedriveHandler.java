package io.delaygate.gateway.jobs;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.delaygate.gateway.access.AccessGuard;
import io.delaygate.gateway.access.AuditLog;
import io.delaygate.gateway.http.CallTrace;
import io.delaygate.gateway.http.InflightBytes;
import io.delaygate.gateway.http.QueryParameters;
import io.delaygate.gateway.http.RequestHeaders;
import io.delaygate.gateway.http.SharedLimit;
import io.delaygate.gateway.operations.AsyncPreference;
import io.delaygate.gateway.operations.OperationKind;
import io.delaygate.gateway.operations.OperationStarter;
import io.delaygate.gateway.payload.FieldReader;
import io.delaygate.gateway.payload.JobBody;
import io.delaygate.gateway.payload.RecordValidator;
import io.delaygate.gateway.schedulers.QueryResponder;
import io.javalin.http.Context;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;

/**
 * Handler of {@code POST /v1/dead-letters/redrive}: sends rejected commands again, from their dead
 * letters. A call begins commands for ten seconds at most, and its answer says how far it came.
 */
public final class RedriveHandler {
  private static final long WITHIN_NANOS = 10_000_000_000L;

  /** Few calls: each reads and holds some megabytes, and a thread. */
  private static final int CALLS = 2;

  private final CommandSteps steps;
  private final RejectedCommandReader letters;
  private final InflightBytes inflight;
  private final LongSupplier ticker;
  private final OperationStarter operations;
  private final SharedLimit calls = new SharedLimit(CALLS, "too many redrives are in flight");

  /**
   * Handles calls by these steps.
   *
   * @param letters of the rejected commands
   * @param ticker monotonic nanoseconds
   * @param operations starts those that callers ask for
   */
  public RedriveHandler(
      CommandSteps steps,
      RejectedCommandReader letters,
      InflightBytes inflight,
      LongSupplier ticker,
      OperationStarter operations) {
    this.operations = operations;
    this.steps = steps;
    this.letters = letters;
    this.inflight = inflight;
    this.ticker = ticker;
  }

  /** Answers the call. */
  public void post(Context ctx) {
    QueryParameters.of(ctx, Set.of());
    RequestHeaders.refuseIfMatch(
        ctx, "a call for many commands cannot have a condition; leave it out");
    var preference = AsyncPreference.of(ctx);
    if (preference.isPresent()) {
      operations.start(ctx, preference.get(), claim -> wanted(ctx, claim));
      return;
    }
    steps.answer().run(ctx, claim -> begin(ctx, claim), json -> QueryResponder.json(ctx, json));
  }

  private OperationStarter.Wanted wanted(Context ctx, InflightBytes.Claim claim) {
    var body = JobBody.parse(steps.bodies().json(ctx, claim));
    var namespace = AccessGuard.caller(ctx).namespace();
    var request = RedriveRequest.parse(namespace, body, Integer.MAX_VALUE);
    if (request.letters() != null || request.after() != null) {
      throw FieldReader.invalid(
          request.letters() == null ? "cursor" : "letters",
          "an operation redrives by a filter or `all`; leave `Prefer: respond-async` out");
    }
    var asked = JsonNodeFactory.instance.objectNode();
    body.fields().forEach(asked::set);
    return new OperationStarter.Wanted(
        OperationKind.REDRIVE,
        asked,
        RedriveOperationWork.json(request.filter()),
        request.limit() == Integer.MAX_VALUE ? null : (Long) (long) request.limit());
  }

  private CompletableFuture<ObjectNode> begin(Context ctx, InflightBytes.Claim claim) {
    var caller = AccessGuard.caller(ctx);
    var body = JobBody.parse(steps.bodies().json(ctx, claim));
    var request = RedriveRequest.parse(caller.namespace(), body, BulkRequest.MAX);
    var share = CallTrace.of(ctx).share();
    var startedAt = ticker.getAsLong();
    var sender =
        new LetterSender(
            new RecordValidator(steps.validator()),
            steps.commands(),
            caller,
            new LetterSender.Bounds(
                AccessGuard.standing(ctx), () -> ticker.getAsLong() - startedAt > WITHIN_NANOS),
            new InflightWindow(inflight, share));
    var audit = AuditLog.begin(ctx, "redrive", request.inWords());
    calls.enter(share);
    try {
      return CompletableFuture.supplyAsync(
              () -> run(request, sender), CallTrace.of(ctx).within(steps.threads()))
          .whenComplete(
              (done, failure) -> {
                calls.leave(share);
                audit.end(done, failure);
              });
    } catch (RuntimeException | Error notBegun) {
      calls.leave(share);
      audit.end(null, notBegun);
      throw notBegun;
    }
  }

  private ObjectNode run(RedriveRequest request, LetterSender sender) {
    return letters.read(
        (consumer, partitions) -> new RedriveRun(request, sender, consumer, partitions).run());
  }
}

package io.delaygate.gateway.jobs;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.delaygate.gateway.access.AccessGuard;
import io.delaygate.gateway.http.CallTrace;
import io.delaygate.gateway.http.InflightBytes;
import io.delaygate.gateway.http.QueryParameters;
import io.delaygate.gateway.http.RequestHeaders;
import io.delaygate.gateway.http.SharedLimit;
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
  private final SharedLimit calls = new SharedLimit(CALLS, "too many redrives are in flight");

  /**
   * Handles calls by these steps.
   *
   * @param letters of the rejected commands
   * @param ticker monotonic nanoseconds
   */
  public RedriveHandler(
      CommandSteps steps,
      RejectedCommandReader letters,
      InflightBytes inflight,
      LongSupplier ticker) {
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
    steps.answer().run(ctx, claim -> begin(ctx, claim), json -> QueryResponder.json(ctx, json));
  }

  private CompletableFuture<ObjectNode> begin(Context ctx, InflightBytes.Claim claim) {
    var caller = AccessGuard.caller(ctx);
    var body = JobBody.parse(steps.bodies().json(ctx, claim));
    var request = RedriveRequest.parse(caller.namespace(), body);
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
    calls.enter(share);
    try {
      return CompletableFuture.supplyAsync(
              () -> run(request, sender), CallTrace.of(ctx).within(steps.threads()))
          .whenComplete((done, failure) -> calls.leave(share));
    } catch (RuntimeException | Error notBegun) {
      calls.leave(share);
      throw notBegun;
    }
  }

  private ObjectNode run(RedriveRequest request, LetterSender sender) {
    return letters.read(
        (consumer, partitions) -> new RedriveRun(request, sender, consumer, partitions).run());
  }
}

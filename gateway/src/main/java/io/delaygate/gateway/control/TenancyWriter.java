package io.delaygate.gateway.control;

import com.fasterxml.jackson.databind.JsonNode;
import io.delaygate.gateway.http.AsyncResponder;
import io.delaygate.gateway.http.BodyReader;
import io.delaygate.gateway.http.CallTrace;
import io.delaygate.gateway.http.InflightBytes;
import io.delaygate.gateway.http.QueryParameters;
import io.delaygate.gateway.http.RequestHeaders;
import io.delaygate.gateway.payload.JobBody;
import io.delaygate.gateway.publish.PublishResult;
import io.delaygate.gateway.publish.StoredCommandResponder;
import io.delaygate.gateway.schedulers.QueryResponder;
import io.delaygate.schemas.job.Actor;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * Writer of decisions about namespaces, tokens and endpoints: sends their records, and answers the
 * call once they are stored and in force here.
 */
public record TenancyWriter(
    BodyReader request, ControlCache known, ControlWriter topic, AsyncResponder later) {
  /**
   * Decision of a call.
   *
   * @param records in the order in which they apply; at least one
   * @param shown the body of the answer
   */
  public record Decision(List<TenancyRecord> records, HttpStatus status, JsonNode shown) {
    static Decision of(TenancyRecord record, JsonNode shown) {
      return new Decision(List.of(record), HttpStatus.OK, shown);
    }
  }

  /** Stores the decision of a call and answers the call. */
  public void decide(Context ctx, Function<InflightBytes.Claim, Decision> draft) {
    QueryParameters.of(ctx, Set.of());
    RequestHeaders.refuseIfMatch(
        ctx, "decisions about namespaces have no versions; leave the condition out");
    later.run(
        ctx,
        claim -> {
          var decision = draft.apply(claim);
          return StoredCommandResponder.pending(
              ctx,
              send(CallTrace.of(ctx).actor(), decision.records()),
              stored -> {
                ctx.status(decision.status());
                QueryResponder.json(ctx, decision.shown());
              });
        });
  }

  /**
   * Answers a call of another end point when all records are stored and in force here.
   *
   * @param records in the order in which they apply; at least one
   * @param write writes the answer
   */
  void decide(Context ctx, List<TenancyRecord> records, Runnable write) {
    later.run(
        ctx,
        claim ->
            StoredCommandResponder.pending(
                ctx, send(CallTrace.of(ctx).actor(), records), stored -> write.run()));
  }

  /** The parsed body of a call. */
  public JobBody body(Context ctx, InflightBytes.Claim claim) {
    return JobBody.parse(request.json(ctx, claim));
  }

  /**
   * Sends the records to one partition in their order; of records not stored, the first is
   * reported.
   */
  private CompletableFuture<PublishResult> send(Actor by, List<TenancyRecord> records) {
    var sent =
        records.stream().map(one -> topic.send(by, one.key(), one.headers(), one.value())).toList();
    return PublishResult.firstUnstored(sent)
        .thenCompose(
            failed ->
                failed
                    .map(CompletableFuture::completedFuture)
                    .orElseGet(() -> inForce(sent.get(sent.size() - 1).join())));
  }

  /** Waits until this gateway has read the last record, so that the next call finds its effect. */
  private CompletableFuture<PublishResult> inForce(PublishResult last) {
    return last instanceof PublishResult.Stored stored
        ? known.awaitRead(stored.offset()).thenApply(nothing -> last)
        : CompletableFuture.completedFuture(last);
  }
}

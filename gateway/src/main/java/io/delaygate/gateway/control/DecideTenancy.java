package io.delaygate.gateway.control;

import com.fasterxml.jackson.databind.JsonNode;
import io.delaygate.gateway.http.AnswerLater;
import io.delaygate.gateway.http.InflightBytes;
import io.delaygate.gateway.http.JsonRequest;
import io.delaygate.gateway.http.Parameters;
import io.delaygate.gateway.http.RequestHeaders;
import io.delaygate.gateway.payload.JobBody;
import io.delaygate.gateway.publish.Published;
import io.delaygate.gateway.publish.StoredAnswer;
import io.delaygate.gateway.schedulers.QueryAnswer;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** The way of a decision about a namespace or a token: from a call to records and its answer. */
public final class DecideTenancy {
  private final JsonRequest request;
  private final KnownControl known;
  private final ControlTopic topic;
  private final AnswerLater later;

  /** Decides along these steps. */
  public DecideTenancy(
      JsonRequest request, KnownControl known, ControlTopic topic, AnswerLater later) {
    this.request = request;
    this.known = known;
    this.topic = topic;
    this.later = later;
  }

  /**
   * What a call decides.
   *
   * @param records in the order in which they are to count; at least one
   * @param shown what the call is answered with
   */
  record Decision(List<TenancyRecord> records, HttpStatus status, JsonNode shown) {
    static Decision of(TenancyRecord record, JsonNode shown) {
      return new Decision(List.of(record), HttpStatus.OK, shown);
    }
  }

  /** Answers a call by its decision. */
  void decide(Context ctx, Function<InflightBytes.Claim, Decision> draft) {
    Parameters.of(ctx, Set.of());
    RequestHeaders.refuseIfMatch(ctx, "namespaces and tokens have no versions");
    later.run(
        ctx,
        claim -> {
          var decision = draft.apply(claim);
          return StoredAnswer.pending(
              ctx,
              send(decision.records()),
              stored -> {
                ctx.status(decision.status());
                QueryAnswer.json(ctx, decision.shown());
              });
        });
  }

  /**
   * Answers a call of another door when all is stored and in force here.
   *
   * @param records in the order in which they are to count; at least one
   * @param write the answer
   */
  void decide(Context ctx, List<TenancyRecord> records, Runnable write) {
    later.run(ctx, claim -> StoredAnswer.pending(ctx, send(records), stored -> write.run()));
  }

  JobBody body(Context ctx, InflightBytes.Claim claim) {
    return JobBody.parse(request.read(ctx, claim));
  }

  /** One record follows another in the same partition; what is not stored is told of the first. */
  private CompletableFuture<Published> send(List<TenancyRecord> records) {
    var sent =
        records.stream().map(one -> topic.send(one.key(), one.headers(), one.value())).toList();
    return CompletableFuture.allOf(sent.toArray(CompletableFuture<?>[]::new))
        .thenCompose(
            nothing ->
                sent.stream()
                    .map(CompletableFuture::join)
                    .filter(one -> !(one instanceof Published.Stored))
                    .findFirst()
                    .map(CompletableFuture::completedFuture)
                    .orElseGet(() -> inForce(sent.get(sent.size() - 1).join())));
  }

  /** Who goes on with what was made finds it here. */
  private CompletableFuture<Published> inForce(Published last) {
    return last instanceof Published.Stored stored
        ? known.awaitRead(stored.offset()).thenApply(nothing -> last)
        : CompletableFuture.completedFuture(last);
  }
}

package io.delaygate.gateway.pusher;

import io.delaygate.gateway.push.CallEnd;
import io.delaygate.gateway.push.EndpointCall;
import io.delaygate.gateway.push.EndpointCall.Field;
import io.delaygate.service.logging.Correlation;
import io.delaygate.service.tracing.LinkedSpan;
import io.delaygate.service.tracing.LinkedSpans;
import java.time.Clock;
import java.util.ArrayList;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Client whose calls have spans, each linked to the trace of the job's sender. The endpoint gets
 * the span's trace context in place of the sender's. Thread-safe.
 *
 * @param client makes the calls; its future never fails
 * @param wall time of the spans
 */
public record CallSpans(
    Function<EndpointCall, CompletableFuture<CallEnd>> client, LinkedSpans spans, Clock wall) {
  private static final int FIRST_FAILURE = 400;

  /** Makes a call. The future never fails. */
  public CompletableFuture<CallEnd> call(EndpointCall call) {
    return spans
        .begin(
            call.method(),
            LinkedSpans.Kind.CALL,
            value(call, Correlation.TRACEPARENT),
            value(call, LinkedSpan.TRACESTATE),
            wall.millis())
        .map(span -> call(call, span))
        .orElseGet(() -> client.apply(call));
  }

  private CompletableFuture<CallEnd> call(EndpointCall call, LinkedSpan begun) {
    begun
        .with("http.request.method", call.method())
        // neither path nor query, which may hold what only the endpoint may know
        .with("server.address", call.url().getHost());
    return client
        .apply(traced(call, begun))
        .whenComplete(
            (end, failure) -> {
              if (end != null) {
                describe(begun, end);
              }
              begun.end(wall.millis());
            });
  }

  private static void describe(LinkedSpan span, CallEnd end) {
    if (end instanceof CallEnd.Answered answered) {
      span.with("http.response.status_code", answered.status());
      if (answered.status() >= FIRST_FAILURE) {
        span.failed("");
      }
    } else if (end instanceof CallEnd.Failed failed) {
      span.with("error.type", failed.kind().name());
      span.failed(failed.text());
    }
  }

  private static EndpointCall traced(EndpointCall call, LinkedSpan span) {
    var fields = new ArrayList<Field>();
    for (var field : call.headers()) {
      if (field.name().equalsIgnoreCase(Correlation.TRACEPARENT)) {
        fields.add(new Field(field.name(), span.traceparent()));
      } else if (!field.name().equalsIgnoreCase(LinkedSpan.TRACESTATE)) {
        fields.add(field);
      }
    }
    return new EndpointCall(call.url(), call.method(), fields, call.body(), call.timeout());
  }

  /** The value of a header that is there once; else null. */
  private static @Nullable String value(EndpointCall call, String name) {
    var found =
        call.headers().stream().filter(field -> field.name().equalsIgnoreCase(name)).toList();
    return found.size() == 1 ? found.get(0).value() : null;
  }
}

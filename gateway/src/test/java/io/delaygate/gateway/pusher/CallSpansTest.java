package io.delaygate.gateway.pusher;

import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.gateway.push.CallEnd;
import io.delaygate.gateway.push.EndpointCall;
import io.delaygate.gateway.push.EndpointCall.Field;
import io.delaygate.service.tracing.LinkedSpans;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests of the trace context that an endpoint gets. Nothing listens where spans go. */
class CallSpansTest {
  private static final String SENDER = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

  private final LinkedSpans spans =
      LinkedSpans.to(Optional.of(URI.create("http://127.0.0.1:9/v1/traces")), "tested");

  private final List<EndpointCall> made = new ArrayList<>();

  @AfterEach
  void close() {
    spans.close();
  }

  @Test
  void theSpansContextTakesThePlaceOfTheSenders() {
    // When
    call(
        spans,
        new Field("a", "1"),
        new Field("TraceParent", SENDER),
        new Field("tracestate", "x=1"));

    // Then
    var fields = made.get(0).headers();
    assertThat(fields).extracting(Field::name).containsExactly("a", "TraceParent");
    assertThat(fields.get(1).value())
        .matches("00-[0-9a-f]{32}-[0-9a-f]{16}-01")
        .doesNotContain("0af7651916cd43dd8448eb211c80319c");
  }

  @Test
  void aCallWithTwoContextsStays() {
    var twice = new Field[] {new Field("traceparent", SENDER), new Field("Traceparent", SENDER)};
    call(spans, twice);
    assertThat(made.get(0).headers()).containsExactly(twice);
  }

  @Test
  void withoutACollectorTheSendersContextGoesOn() {
    var sent = new Field[] {new Field("traceparent", SENDER), new Field("tracestate", "x=1")};
    call(LinkedSpans.OFF, sent);
    assertThat(made.get(0).headers()).containsExactly(sent);
  }

  private void call(LinkedSpans traced, Field... fields) {
    var url = URI.create("https://billing.example.com/hooks");
    var call = new EndpointCall(url, "POST", List.of(fields), null, Duration.ofSeconds(1));
    var end = new CallEnd.Answered(200, null, new byte[0], 1);
    new CallSpans(
            begun -> {
              made.add(begun);
              return CompletableFuture.completedFuture(end);
            },
            traced,
            Clock.systemUTC())
        .call(call)
        .join();
  }
}

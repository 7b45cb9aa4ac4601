package io.delaygate.service.tracing;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.HexFormat;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of spans against a collector that keeps what it gets. */
class LinkedSpansTest {
  private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";
  private static final String SAMPLED = "00-" + TRACE + "-b7ad6b7169203331-01";

  private final ConcurrentLinkedQueue<String> received = new ConcurrentLinkedQueue<>();
  private HttpServer collector;
  private LinkedSpans spans;

  @BeforeEach
  void start() throws IOException {
    collector = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    collector.createContext(
        "/v1/traces",
        call -> {
          received.add(HexFormat.of().formatHex(call.getRequestBody().readAllBytes()));
          call.sendResponseHeaders(200, -1);
          call.close();
        });
    collector.start();
    var url = "http://127.0.0.1:" + collector.getAddress().getPort() + "/v1/traces";
    spans = LinkedSpans.to(Optional.of(URI.create(url)), "tested");
  }

  @AfterEach
  void stop() {
    spans.close();
    collector.stop(0);
  }

  @Test
  void aSpanHasATraceOfItsOwnAndALinkToTheSenders() {
    // When
    var span = spans.begin("send t", LinkedSpans.Kind.SEND, SAMPLED, "a=1", 1_000).orElseThrow();
    span.with("delaygate.job.id", "order-4711").end(2_000);
    spans.close();

    // Then
    var context = span.traceparent().split("-", -1);
    assertThat(context).hasSize(4).startsWith("00").endsWith("01").doesNotContain(TRACE);
    assertThat(received)
        .singleElement()
        .asString()
        .contains(TRACE, context[1], context[2], hex("order-4711"), hex("tested"), hex("a=1"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00",
        "00-00000000000000000000000000000000-b7ad6b7169203331-01",
        "rubbish",
        ""
      })
  void aSenderWithoutASampledTraceGetsNone(String traceparent) {
    assertThat(spans.begin("send t", LinkedSpans.Kind.SEND, traceparent, null, 0)).isEmpty();
  }

  @Test
  void withoutACollectorThereIsNone() {
    var off = LinkedSpans.to(Optional.empty(), "tested");
    assertThat(off.begin("send t", LinkedSpans.Kind.SEND, SAMPLED, null, 0)).isEmpty();
  }

  private static String hex(String text) {
    return HexFormat.of().formatHex(text.getBytes(java.nio.charset.StandardCharsets.UTF_8));
  }
}

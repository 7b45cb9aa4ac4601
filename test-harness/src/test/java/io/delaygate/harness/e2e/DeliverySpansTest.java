package io.delaygate.harness.e2e;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.delaygate.harness.broker.KafkaCluster;
import io.delaygate.harness.broker.Reader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
import org.apache.kafka.common.header.Header;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the spans of deliveries, with a collector that keeps what it gets. */
@EndToEnd
@Timeout(120)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DeliverySpansTest {
  private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";
  private static final String SAMPLED = "00-" + TRACE + "-b7ad6b7169203331-01";
  private static final String UNSAMPLED = "00-" + TRACE + "-b7ad6b7169203331-00";

  private final ConcurrentLinkedQueue<String> received = new ConcurrentLinkedQueue<>();
  private final HttpServer collector;
  private final ContractBench bench;

  DeliverySpansTest(KafkaCluster cluster, @TempDir Path state) throws IOException {
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
    bench = new ContractBench(cluster, state, Map.of("tracing.otlp.url", url));
  }

  @AfterAll
  void stop() {
    bench.close();
    collector.stop(0);
  }

  @Test
  void aDeliveryBeginsATraceThatIsLinkedToTheSenders() {
    // Given
    var target = bench.target("traced");

    // When
    send("traced", target, "traceparent", SAMPLED, "tracestate", "a=1", "baggage", "b=2");

    // Then
    var record = bench.only(target);
    var context = Reader.header(record, "traceparent");
    assertThat(context).matches("00-[0-9a-f]{32}-[0-9a-f]{16}-01").doesNotContain(TRACE);
    assertThat(Reader.header(record, "baggage")).isEqualTo("b=2");
    assertThat(record.headers().lastHeader("tracestate")).isNull();
    var ids = context.split("-", -1);
    ContractBench.await()
        .untilAsserted(
            () ->
                assertThat(received)
                    .anySatisfy(
                        spans ->
                            assertThat(spans)
                                .contains(TRACE, ids[1], ids[2], hex("send " + target))));
  }

  @Test
  void theContextOfASenderThatIsNotSampledGoesOn() {
    var target = bench.target("quiet");
    send("quiet", target, "traceparent", UNSAMPLED, "tracestate", "a=1");
    var record = bench.only(target);
    assertThat(Reader.header(record, "traceparent")).isEqualTo(UNSAMPLED);
    assertThat(Reader.header(record, "tracestate")).isEqualTo("a=1");
  }

  @Test
  void twoContextsAreLeftAsTheyAre() {
    var target = bench.target("twice");
    send("twice", target, "traceparent", SAMPLED, "traceparent", SAMPLED);
    assertThat(bench.only(target).headers().headers("traceparent"))
        .extracting(header -> new String(header.value(), UTF_8))
        .containsExactly(SAMPLED, SAMPLED);
  }

  private void send(String id, String target, String... context) {
    List<Header> headers =
        Stream.concat(
                Client.headers(context).stream(),
                Client.headers("delay", "1s", "delay-target-topic", target).stream())
            .toList();
    bench.client().send(null, id.getBytes(UTF_8), "v".getBytes(UTF_8), headers);
  }

  private static String hex(String text) {
    return HexFormat.of().formatHex(text.getBytes(UTF_8));
  }
}

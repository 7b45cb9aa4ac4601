package io.delaygate.gateway.app;

import static io.delaygate.gateway.app.EndpointGateway.BILLING;
import static io.delaygate.gateway.app.ProblemAssert.assertProblem;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.delaygate.schemas.contract.ReasonCode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of calls of an endpoint outside of any job. */
class EndpointTestCallTest {
  private EndpointGateway calls;

  @BeforeEach
  void start(@TempDir Path folder) {
    calls = new EndpointGateway(folder);
  }

  @AfterEach
  void stop() {
    calls.close();
  }

  @Test
  void aTestCallIsSignedAndAnswersWithWhatCameOfIt() throws Exception {
    // Given
    var received = new LinkedBlockingQueue<Map<String, String>>();
    var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", exchange -> answer(exchange, received));
    server.start();
    var url = "http://127.0.0.1:%d/hooks".formatted(server.getAddress().getPort());
    try (var development =
        TestGateway.start(
            "endpoints.key.file", calls.keys.toString(), "endpoints.http.loopback", "true")) {
      var body = "{\"url\":\"%s\",\"secretHeaders\":{\"x-key\":\"k3y\"}}".formatted(url);
      assertThat(EndpointGateway.call(development, "PUT", BILLING, body).statusCode())
          .isEqualTo(201);

      // When
      var tested =
          EndpointGateway.call(
              development, "POST", BILLING + "/test", "{\"path\":\"/a?b=c\",\"value\":[1]}");
      var request = received.poll(10, TimeUnit.SECONDS);
      server.stop(0);
      var failed = EndpointGateway.call(development, "POST", BILLING + "/test", null);

      // Then
      assertThat(tested.statusCode()).as(tested.body()).isEqualTo(200);
      calls.document.assertDescribes("POST /v1/endpoints/{endpoint}/test", tested);
      assertThat(TestGateway.json(tested).path("status").asInt()).isEqualTo(503);
      assertThat(TestGateway.json(tested).path("answer").asText()).isEqualTo("busy");
      assertThat(request)
          .containsEntry("path", "/hooks/a?b=c")
          .containsEntry("body", "[1]")
          .containsEntry("x-key", "k3y")
          .containsEntry("content-type", "application/json");
      assertThat(request.get("webhook-signature")).startsWith("v1,");
      assertThat(request.get("delay-job-id")).startsWith("test-");
      calls.document.assertDescribes("POST /v1/endpoints/{endpoint}/test", failed);
      assertThat(TestGateway.json(failed).path("failure").asText()).isNotEmpty();
      assertProblem(
          EndpointGateway.call(development, "POST", BILLING + "/test", "{\"path\":\"/../x\"}"),
          400,
          ReasonCode.FIELD_INVALID,
          "path");
    }
  }

  private static void answer(HttpExchange exchange, Queue<Map<String, String>> received)
      throws IOException {
    var request = new HashMap<String, String>();
    exchange
        .getRequestHeaders()
        .forEach((name, values) -> request.put(name.toLowerCase(Locale.ROOT), values.get(0)));
    request.put("path", exchange.getRequestURI().toString());
    request.put("body", new String(exchange.getRequestBody().readAllBytes(), UTF_8));
    received.add(request);
    exchange.sendResponseHeaders(503, 4);
    exchange.getResponseBody().write("busy".getBytes(UTF_8));
    exchange.close();
  }
}

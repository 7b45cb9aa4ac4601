package io.delaygate.gateway.app;

import static io.delaygate.gateway.app.ProblemAssert.assertProblem;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delaygate.schemas.contract.ReasonCode;
import io.javalin.util.JavalinBindException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of health and metrics on a separate port. */
@Timeout(120)
class ManagementPortTest {
  private static final String JOB = "{\"target\":{\"topic\":\"orders\"},\"delay\":\"1s\"}";

  @Test
  void thereIsNoneUnlessAskedFor() {
    try (var gateway = TestGateway.start()) {
      assertThat(gateway.gateway.managementPort()).isEmpty();
      assertThat(gateway.send("GET", "/healthz").statusCode()).isEqualTo(200);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"/healthz", "/readyz", "/metrics"})
  void whatIsThereIsNotWhereCallersAre(String path) throws IOException {
    try (var gateway = TestGateway.start("management.port", "0")) {
      assertThat(call(gateway, "GET " + path).status()).isEqualTo(200);
      assertThat(call(gateway, "HEAD " + path).status()).isEqualTo(200);
      assertProblem(gateway.send("GET", path), 404, ReasonCode.NOT_FOUND, null);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"GET /v1/jobs", "POST /v1/jobs", "GET /openapi.json", "GET /console/"})
  void nothingElseIsThere(String call) throws IOException {
    try (var gateway = TestGateway.start("management.port", "0")) {
      var answer = call(gateway, call);

      assertProblem(answer.body(), 404, ReasonCode.NOT_FOUND);
      assertThat(answer.header("x-content-type-options")).isEqualTo("nosniff");
      assertThat(answer.header("x-request-id")).isNotEmpty();
    }
  }

  @Test
  void metricsNeedATokenThereToo(@TempDir Path folder) throws IOException {
    // Given
    var tokens =
        Files.writeString(
            folder.resolve("tokens"),
            "scraper read 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08\n");
    try (var gateway =
        TestGateway.start("management.port", "0", "auth.tokens.file", tokens.toString())) {

      // Then: the hash is that of "test"
      assertThat(call(gateway, "GET /healthz").status()).isEqualTo(200);
      assertProblem(call(gateway, "GET /metrics").body(), 401, ReasonCode.TOKEN_MISSING);
      assertThat(call(gateway, "GET /metrics", "Authorization: Bearer test\r\n").status())
          .isEqualTo(200);
    }
  }

  @Test
  void answersAreCounted() throws IOException {
    try (var gateway = TestGateway.start("management.port", "0")) {
      assertThat(call(gateway, "GET /readyz").status()).isEqualTo(200);

      var port = gateway.gateway.managementPort().orElseThrow();
      var uri = URI.create("http://127.0.0.1:%d/metrics".formatted(port));
      assertThat(gateway.send(HttpRequest.newBuilder(uri)).body())
          .contains(
              "delaygate_gateway_http_requests_total{route=\"/readyz\",method=\"GET\",status=\"200\",}");
    }
  }

  @Test
  void aGatewayThatStopsIsSeenToBeAliveAndNotReadyUntilItsEnd() throws Exception {
    // Given
    var gateway = TestGateway.start("management.port", "0");
    var own = gateway.gateway.port();
    var management = gateway.gateway.managementPort().orElseThrow();
    gateway.publisher.holds = true;
    var answer = gateway.sendAsync(gateway.request("/v1/jobs/x").PUT(BodyPublishers.ofString(JOB)));
    var waiting = gateway.publisher.nextWaiting();

    // When
    var stopping = CompletableFuture.runAsync(gateway.gateway::close);
    Awaitility.await().until(() -> isRefused(own));

    // Then
    assertThat(call(gateway, "GET /healthz").status()).isEqualTo(200);
    var ready = call(gateway, "GET /readyz");
    assertThat(ready.status()).isEqualTo(503);
    assertThat(ready.body()).contains("shutting down");
    assertThat(call(gateway, "GET /metrics").status()).isEqualTo(200);
    assertThat(stopping).isNotDone();

    // When
    waiting.complete(gateway.publisher.stored(0));

    // Then
    assertThat(answer.get(10, TimeUnit.SECONDS).statusCode()).isEqualTo(201);
    stopping.get(10, TimeUnit.SECONDS);
    assertThat(isRefused(management)).isTrue();
  }

  /** More connections than the limit of either port. */
  @Test
  void slowClientsOfEitherPortHoldUpNoProbe() throws IOException {
    var sockets = new ArrayList<Socket>();
    try (var gateway = TestGateway.start("management.port", "0", "http.max.connections", "20")) {
      // Given
      for (var i = 0; i < 300; i++) {
        for (var port : ports(gateway)) {
          var socket = new Socket(InetAddress.getLoopbackAddress(), port);
          sockets.add(socket);
          socket.getOutputStream().write("GET /healthz HTTP/1.1\r\nX: ".getBytes(US_ASCII));
        }
      }

      // Then
      for (var i = 0; i < 10; i++) {
        assertThat(call(gateway, "GET /healthz").status()).isEqualTo(200);
        assertThat(call(gateway, "GET /metrics").status()).isEqualTo(200);
      }
    } finally {
      for (var socket : sockets) {
        socket.close();
      }
    }
  }

  private static int[] ports(TestGateway gateway) {
    return new int[] {gateway.gateway.port(), gateway.gateway.managementPort().orElseThrow()};
  }

  @Test
  void probesComeByHttpsWhereCallsDo(@TempDir Path folder) throws Exception {
    // Given
    var certificate = Certificate.make(folder, "EC");
    var file = folder.resolve("tls.crt");
    var key = folder.resolve("tls.key");
    certificate.write(file, key);
    try (var gateway =
        TestGateway.start(
            "management.port",
            "0",
            "http.tls.certificate.file",
            file.toString(),
            "http.tls.key.file",
            key.toString())) {

      // Then: like a probe of a pod, whose address is in no certificate
      var port = gateway.gateway.managementPort().orElseThrow();
      var sockets = certificate.trust().getSocketFactory();
      try (var socket = sockets.createSocket(InetAddress.getLoopbackAddress(), port)) {
        socket.setSoTimeout(10_000);
        var call = "GET /healthz HTTP/1.1\r\nHost: 10.1.2.3:8081\r\n\r\n";
        socket.getOutputStream().write(call.getBytes(US_ASCII));
        assertThat(RawHttp.read(socket.getInputStream()).status()).isEqualTo(200);
      }
    }
  }

  @Test
  void aPortInUseIsAClearFailure() {
    try (var first = TestGateway.start("management.port", "0")) {
      var port = Integer.toString(first.gateway.managementPort().orElseThrow());

      assertThatThrownBy(() -> TestGateway.start("management.port", port))
          .isInstanceOf(JavalinBindException.class)
          .hasMessageContaining(port);
    }
  }

  private static boolean isRefused(int port) throws IOException {
    try {
      new Socket(InetAddress.getLoopbackAddress(), port).close();
      return false;
    } catch (ConnectException refused) {
      return true;
    }
  }

  private static RawHttp call(TestGateway gateway, String call) throws IOException {
    return call(gateway, call, "");
  }

  private static RawHttp call(TestGateway gateway, String call, String headers) throws IOException {
    var port = gateway.gateway.managementPort().orElseThrow();
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout(10_000);
      var head = call + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n" + headers + "\r\n";
      socket.getOutputStream().write(head.getBytes(US_ASCII));
      return RawHttp.read(socket.getInputStream());
    }
  }
}

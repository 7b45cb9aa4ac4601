package io.delaygate.gateway.app;

import static io.delaygate.gateway.app.ProblemAssert.assertProblem;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delaygate.schemas.contract.ReasonCode;
import io.javalin.util.JavalinBindException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class DrainTest {
  private static final String JOB = "{\"target\":{\"topic\":\"orders\"},\"delay\":\"1s\"}";

  @Test
  void answersInFlightAreWaitedForAndNewCallsAreNotTaken() throws Exception {
    var gateway = TestGateway.start();
    gateway.publisher.holds = true;
    var port = gateway.gateway.port();
    var answer = gateway.sendAsync(put(gateway));
    var waiting = gateway.publisher.nextWaiting();

    var stopping = CompletableFuture.runAsync(gateway.gateway::close);
    awaitRefusal(port);

    // longer than idle connections are kept while the gateway drains
    assertThatThrownBy(() -> answer.get(1500, TimeUnit.MILLISECONDS))
        .isInstanceOf(TimeoutException.class);
    assertThat(stopping.isDone()).isFalse();
    assertThat(gateway.publisher.closed).isFalse();
    waiting.complete(gateway.publisher.stored(0));
    assertThat(answer.get(10, TimeUnit.SECONDS).statusCode()).isEqualTo(201);
    stopping.get(10, TimeUnit.SECONDS);
    assertThat(gateway.publisher.closed).isTrue();
  }

  @Test
  void outcomesInFlightAreWaitedFor() throws Exception {
    var gateway = TestGateway.start();
    gateway.publisher.holds = true;
    var port = gateway.gateway.port();
    var answer = gateway.sendAsync(gateway.request("/v1/jobs/x").DELETE());
    gateway.publisher.nextWaiting().complete(gateway.publisher.stored(0));

    var stopping = CompletableFuture.runAsync(gateway.gateway::close);
    awaitRefusal(port);

    assertThat(answer).isNotDone();
    gateway.scheduler.reply(gateway.publisher.last(), 0);
    assertThat(answer.get(10, TimeUnit.SECONDS).statusCode()).isEqualTo(200);
    stopping.get(10, TimeUnit.SECONDS);
    assertThat(gateway.topics.last().closed()).isTrue();
  }

  @Test
  void anOpenConnectionIsToldToGoElsewhere() throws Exception {
    var gateway = TestGateway.start();
    gateway.publisher.holds = true;
    var port = gateway.gateway.port();
    try (var first = new Socket(InetAddress.getLoopbackAddress(), port);
        var idle = new Socket(InetAddress.getLoopbackAddress(), port)) {
      assertThat(ask(first).status()).isEqualTo(200);
      assertThat(ask(idle).status()).isEqualTo(200);
      var answer = gateway.sendAsync(put(gateway));
      var waiting = gateway.publisher.nextWaiting();
      var stopping = CompletableFuture.runAsync(gateway.gateway::close);
      awaitRefusal(port);
      // the call may still be served: connections end a moment before calls do
      assertThat(ask(first).header("connection")).isEqualTo("close");

      var refused = ask(idle);

      assertThat(refused.status()).isEqualTo(503);
      assertThat(refused.header("content-type")).isEqualTo("application/problem+json");
      assertThat(refused.header("retry-after")).isEqualTo("1");
      waiting.complete(gateway.publisher.stored(0));
      assertThat(answer.get(10, TimeUnit.SECONDS).statusCode()).isEqualTo(201);
      stopping.get(10, TimeUnit.SECONDS);
    }
  }

  @Test
  void theGraceEndsTheWait() throws Exception {
    var gateway = TestGateway.start("shutdown.grace.ms", "200", "outcome.timeout.ms", "200");
    gateway.publisher.holds = true;
    var answer = gateway.sendAsync(put(gateway));
    assertThat(gateway.publisher.nextWaiting()).isNotDone();

    gateway.gateway.close();

    assertThat(gateway.publisher.closed).isTrue();
    var problem = assertProblem(answer.get(10, TimeUnit.SECONDS), 503, ReasonCode.UNAVAILABLE);
    assertThat(problem.get("detail").textValue()).contains("may be stored");
  }

  @Test
  void closesTwiceWithoutHarmAndStartsAgain() {
    var first = TestGateway.start();
    var port = Integer.toString(first.gateway.port());
    first.gateway.close();
    first.gateway.close();

    try (var second = TestGateway.start("http.port", port)) {
      assertThat(second.send("GET", "/readyz").statusCode()).isEqualTo(200);
    }
  }

  @Test
  void twoRunSideBySide() {
    try (var first = TestGateway.start();
        var second = TestGateway.start()) {
      first.send("DELETE", "/v1/jobs/x");
      assertThat(first.publisher.records).hasSize(1);

      assertThat(second.publisher.records).isEmpty();
      assertThat(second.send("GET", "/metrics").body()).doesNotContain("op=\"cancel\"");
    }
  }

  @Test
  void aPortInUseIsAClearFailure() {
    try (var first = TestGateway.start()) {
      var port = Integer.toString(first.gateway.port());

      assertThatThrownBy(() -> TestGateway.start("http.port", port))
          .isInstanceOf(JavalinBindException.class);
    }
  }

  private static HttpRequest.Builder put(TestGateway gateway) {
    return gateway.request("/v1/jobs/x").PUT(BodyPublishers.ofString(JOB));
  }

  private static RawHttp ask(Socket socket) throws IOException {
    var request =
        "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    socket.setSoTimeout(10_000);
    socket.getOutputStream().write(request);
    return RawHttp.read(socket.getInputStream());
  }

  /** Waits until the port refuses connections. */
  private static void awaitRefusal(int port) {
    var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    while (true) {
      try (var socket = new Socket()) {
        socket.connect(address, 200);
      } catch (IOException refused) {
        return;
      }
    }
  }
}

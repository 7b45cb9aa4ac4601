package io.delaygate.gateway.app;

import static io.delaygate.gateway.app.ProblemAssert.assertProblem;
import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.schemas.contract.ReasonCode;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of errors that the HTTP server raises instead of a handler. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ServerErrorsTest {
  private final TestGateway gateway = TestGateway.start();

  @AfterEach
  void mend() {
    gateway.publisher.breaks = false;
  }

  @AfterAll
  void stop() {
    gateway.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"//", "/v1", "/v2/jobs", "/nowhere%20", "/metrics/"})
  void unknownPaths(String path) {
    var answer = exchange("GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n");

    assertThat(answer.header("content-type")).isEqualTo("application/problem+json");
    assertProblem(answer.body(), 404, ReasonCode.NOT_FOUND);
  }

  @ParameterizedTest
  @CsvSource({
    "DELETE,/v1/jobs,'GET, POST, HEAD'",
    "POST,/v1/jobs/x,'GET, PUT, PATCH, DELETE, HEAD'",
    "GET,/v1/jobs/x/fire,POST",
    "POST,/healthz,'GET, HEAD'",
    "OPTIONS,/healthz,'GET, HEAD'",
    "BREW,/healthz,'GET, HEAD'"
  })
  void methodsThatAPathDoesNotHave(String method, String path, String allowed) {
    var response = gateway.send(method, path);

    assertProblem(response, 405, ReasonCode.METHOD_NOT_ALLOWED, null);
    assertThat(response.headers().firstValue("Allow")).hasValue(allowed);
  }

  @Test
  void headersAtTheLimitPassAndAboveItDoNot() {
    var head = "GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Filler: ";
    var rest = (16 << 10) - head.length() - 4;

    var fits = exchange(head + "x".repeat(rest) + "\r\n\r\n");
    var large = exchange(head + "x".repeat(rest + 1) + "\r\n\r\n");

    assertThat(fits.status()).isEqualTo(200);
    assertThat(large.header("content-type")).isEqualTo("application/problem+json");
    assertProblem(large.body(), 431, ReasonCode.HEADERS_TOO_LARGE);
  }

  @Test
  void aPathAboveTheLimit() {
    var answer =
        exchange("DELETE /v1/jobs/" + "x".repeat(20_000) + " HTTP/1.1\r\nHost: localhost\r\n\r\n");

    assertThat(answer.status()).isEqualTo(414);
    assertThat(TestGateway.json(answer.body()).get("status").intValue()).isEqualTo(414);
  }

  @ParameterizedTest
  @CsvSource({
    "'GET /healthz HTTP/1.1\r\nHost: a:b:c\r\n\r\n',400",
    "'NONSENSE\r\n\r\n',400",
    "'GET /healthz HTTP/1.1\r\n\r\n',400",
    "'GET /healthz HTTP/2.0\r\nHost: localhost\r\n\r\n',400",
    "'GET /healthz HTTP/9.9\r\nHost: localhost\r\n\r\n',400",
    "'GET /healthz\r\n\r\n',400",
    "'PUT /v1/jobs/x HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n',400",
    "'PUT /v1/jobs/x HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',400"
  })
  void whatIsNoHttp(String request, int status) {
    var answer = exchange(request);

    assertThat(answer.status()).isEqualTo(status);
    assertThat(answer.header("content-type")).isEqualTo("application/problem+json");
    var problem = TestGateway.json(answer.body());
    assertThat(problem.get("status").intValue()).isEqualTo(status);
    assertThat(problem.get("reason").textValue()).isEqualTo("REQUEST_INVALID");
    assertThat(problem.get("detail").textValue()).doesNotContain("unexpected");
    assertThat(problem.get("instance").textValue()).startsWith("urn:uuid:");
  }

  @Test
  void anUnexpectedFailureShowsNothingOfItself() {
    gateway.publisher.breaks = true;

    var response = gateway.send("DELETE", "/v1/jobs/x");

    assertProblem(response, 500, ReasonCode.INTERNAL, null);
    assertThat(response.body()).doesNotContain("s3cret", "Exception", "\\tat");
  }

  @Test
  void theServerDoesNotTellItsVersion() {
    assertThat(gateway.send("GET", "/healthz").headers().map()).doesNotContainKey("server");
  }

  private RawHttp exchange(String request) {
    return RawHttp.exchange(gateway.gateway.port(), request);
  }
}

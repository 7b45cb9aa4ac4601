package io.delaygate.gateway.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest.BodyPublishers;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests of request ids: every call has one, which its answer, its queries and its record repeat.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RequestIdHttpTest {
  private static final String UUID = "[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}";
  private static final String JOB = "{\"target\":{\"topic\":\"orders\"},\"delay\":\"1s\"}";

  private final QueryServers servers = QueryServers.of(2);
  private final TestGateway gateway = TestGateway.start("scheduler.urls", servers.urls());

  @BeforeEach
  void reset() {
    servers.reset();
    gateway.publisher.breaks = false;
  }

  @AfterAll
  void stop() {
    gateway.close();
    servers.close();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 36, 128})
  void theCallersIdComesBack(int length) {
    var id = "~".repeat(length);

    assertThat(answered("X-Request-Id: " + id)).isEqualTo(id);
    assertThat(answered("x-request-id: " + id)).isEqualTo(id);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"X-Other: 1", "X-Request-Id:", "X-Request-Id: a b", "X-Request-Id: a\u00e9"})
  void whatIsNoIdIsReplacedAndNotEchoed(String header) {
    assertThat(answered(header)).matches(UUID);
  }

  @Test
  void oneThatIsTooLongOrSentTwiceIsReplaced() {
    assertThat(answered("X-Request-Id: " + "x".repeat(129))).matches(UUID);
    assertThat(answered("X-Request-Id: a\r\nX-Request-Id: a")).matches(UUID);
  }

  @Test
  void newIdsDiffer() {
    assertThat(answered("X-Other: 1")).isNotEqualTo(answered("X-Other: 1"));
  }

  @ParameterizedTest
  @CsvSource({
    "GET,/healthz,,200",
    "POST,/v1/jobs,GOOD,201",
    "POST,/v1/jobs?wait=true,GOOD,201",
    "POST,/v1/jobs,{,400",
    "POST,/v1/jobs/batch,[],200",
    "DELETE,/v1/jobs/x,,200",
    "GET,/v1/jobs/x,,404",
    "GET,/nowhere,,404",
    "PUT,/v1/jobs,,405",
    "GET,/v1/jobs?limit=0,,400"
  })
  void isInEveryAnswerAndInItsProblem(String method, String path, String body, int status) {
    // Given
    var sent = body == null ? "" : body.replace("GOOD", JOB);
    var request =
        gateway
            .request(path)
            .header("X-Request-Id", "r-1")
            .method(method, BodyPublishers.ofString(sent));

    // When
    var answer = gateway.send(request);

    // Then
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
    assertThat(answer.headers().allValues("X-Request-Id")).containsExactly("r-1");
    if (status >= 400) {
      assertThat(TestGateway.json(answer).path("requestId").asText()).isEqualTo("r-1");
    }
  }

  @Test
  void isInTheAnswerToAnUnexpectedFailure() {
    gateway.publisher.breaks = true;

    var request = gateway.request("/v1/jobs").header("X-Request-Id", "r-2");
    var answer = gateway.send(request.POST(BodyPublishers.ofString(JOB)));

    assertThat(answer.statusCode()).isEqualTo(500);
    assertThat(answer.headers().allValues("X-Request-Id")).containsExactly("r-2");
    assertThat(TestGateway.json(answer).path("requestId").asText()).isEqualTo("r-2");
  }

  /** The head is malformed, so the id in it is not used. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "NONSENSE\r\n\r\n",
        "GET /v1/jobs/%00 HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "GET /v1/jobs/%zz HTTP/1.1\r\nHost: localhost\r\n\r\n"
      })
  void whatTheServerAnswersItselfHasOneToo(String request) {
    var answer = RawHttp.exchange(gateway.gateway.port(), request);

    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.header("x-request-id")).matches(UUID);
    assertThat(TestGateway.json(answer.body()).path("requestId").asText())
        .isEqualTo(answer.header("x-request-id"));
  }

  @Test
  void isShownToTheSchedulersThatAreAsked() {
    // Given
    servers.add("a", 1_000, "orders");
    var trace = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

    // When
    for (var path : List.of("/v1/jobs/a", "/v1/jobs", "/v1/stats")) {
      var asked = gateway.request(path).header("X-Request-Id", "r-3").header("traceparent", trace);
      assertThat(gateway.send(asked.GET()).statusCode()).isEqualTo(200);
    }

    // Then
    assertThat(servers.instances.stream().flatMap(server -> server.shown.stream()))
        .hasSizeGreaterThanOrEqualTo(5)
        .containsOnly("r-3 " + trace);
  }

  private String answered(String header) {
    var request = "GET /healthz HTTP/1.1\r\nHost: localhost\r\n" + header + "\r\n\r\n";
    var answer = RawHttp.exchange(gateway.gateway.port(), request);
    assertThat(answer.status()).isEqualTo(200);
    return answer.header("x-request-id");
  }
}

package io.delaygate.gateway.app;

import static io.delaygate.gateway.app.ProblemAssert.assertProblem;
import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.schemas.contract.ReasonCode;
import java.io.ByteArrayInputStream;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BodyLimitsTest {
  /** Head of a call whose body is not sent, because its length is refused. */
  private static final String HEAD =
      """
      POST /v1/jobs HTTP/1.1\r
      Host: localhost\r
      Content-Type: application/json\r
      Content-Length: %d\r
      \r
      """;

  private static final int LIMIT = 100_000;
  private final TestGateway gateway =
      TestGateway.start("http.max.body.bytes", Integer.toString(LIMIT));

  @AfterAll
  void stop() {
    gateway.close();
  }

  @Test
  void aBodyAtTheLimitPassesAndOneByteMoreDoesNot() {
    assertThat(gateway.post(body(LIMIT)).statusCode()).isEqualTo(201);
    assertProblem(gateway.post(body(LIMIT + 1)), 413, ReasonCode.BODY_TOO_LARGE, null);
  }

  @Test
  void countsWhatComesInChunksToo() {
    assertThat(chunked(body(LIMIT)).statusCode()).isEqualTo(201);
    assertProblem(chunked(body(LIMIT + 1)), 413, ReasonCode.BODY_TOO_LARGE, null);
  }

  @Test
  void refusesALengthAboveTheLimitBeforeReadingOn() {
    var answer = RawHttp.exchange(gateway.gateway.port(), HEAD.formatted(LIMIT + 1));

    assertProblem(answer.body(), 413, ReasonCode.BODY_TOO_LARGE);
  }

  @Test
  void theDefaultLimitHoldsTheLargestRecordAsBase64() {
    try (var defaults = TestGateway.start()) {
      var large = body(2 << 20);

      // one value of 2 MiB exceeds the limit of a record, but not that of a body
      assertProblem(defaults.post(large), 413, ReasonCode.RECORD_TOO_LARGE);
      var tooLong = RawHttp.exchange(defaults.gateway.port(), HEAD.formatted((2 << 20) + 1));
      assertProblem(tooLong.body(), 413, ReasonCode.BODY_TOO_LARGE);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "application/json",
        "application/json; charset=utf-8",
        "APPLICATION/JSON;charset=\"UTF-8\"",
      })
  void takesJson(String type) {
    assertThat(typed(type).status()).isEqualTo(201);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "text/plain",
        "application/jsonp",
        "application/x-www-form-urlencoded",
        "application/json; charset=iso-8859-1",
      })
  void refusesOtherTypes(String type) {
    assertProblem(typed(type).body(), 415, ReasonCode.MEDIA_TYPE_UNSUPPORTED);
  }

  @Test
  void refusesABodyWithoutAType() {
    var answer =
        RawHttp.exchange(
            gateway.gateway.port(),
            "POST /v1/jobs HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{}");

    assertProblem(answer.body(), 415, ReasonCode.MEDIA_TYPE_UNSUPPORTED);
  }

  @Test
  void refusesACompressedBody() {
    var response =
        gateway.send(
            gateway
                .request("/v1/jobs")
                .header("Content-Encoding", "gzip")
                .POST(BodyPublishers.ofString("{}")));

    assertProblem(response, 415, ReasonCode.MEDIA_TYPE_UNSUPPORTED, null);
  }

  @Test
  void refusesWhatIsNotUtf8() {
    var response =
        gateway.send(
            gateway
                .request("/v1/jobs")
                .POST(BodyPublishers.ofByteArray(new byte[] {'"', (byte) 0xC0, (byte) 0xAF, '"'})));

    assertProblem(response, 400, ReasonCode.BODY_INVALID, null);
  }

  @ParameterizedTest
  @CsvSource({"'Transfer-Encoding: chunked','zz\r\n{}\r\n0\r\n\r\n'"})
  void refusesAChunkThatIsNone(String header, String body) {
    var answer =
        RawHttp.exchange(
            gateway.gateway.port(),
            "POST /v1/jobs HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n%s\r\n\r\n%s"
                .formatted(header, body));

    assertProblem(answer.body(), 400, ReasonCode.BODY_INVALID);
  }

  private RawHttp typed(String type) {
    var body = body(100);
    return RawHttp.exchange(
        gateway.gateway.port(),
        "POST /v1/jobs HTTP/1.1\r\nHost: localhost\r\nContent-Type: %s\r\nContent-Length: %d\r\n\r\n%s"
            .formatted(type, body.length(), body));
  }

  private HttpResponse<String> chunked(String body) {
    var bytes = body.getBytes(StandardCharsets.UTF_8);
    return gateway.send(
        gateway
            .request("/v1/jobs")
            .POST(BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(bytes))));
  }

  /** A valid body of this size. */
  private static String body(int bytes) {
    var job = "{\"target\":{\"topic\":\"orders\"},\"delay\":\"1s\",\"value\":\"%s\"}";
    return job.formatted("v".repeat(bytes - job.length() + 2));
  }
}

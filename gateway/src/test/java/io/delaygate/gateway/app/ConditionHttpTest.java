package io.delaygate.gateway.app;

import static io.delaygate.gateway.app.ProblemAssert.assertProblem;
import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.schemas.contract.DelayHeader;
import io.delaygate.schemas.contract.ReasonCode;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ConditionHttpTest {
  private static final String JOB = "{\"target\":{\"topic\":\"orders\"},\"delay\":\"1s\"}";

  /** Calls as method, path and body. */
  private static final List<List<String>> CALLS =
      List.of(
          List.of("DELETE", "/v1/jobs/x", ""),
          List.of("PATCH", "/v1/jobs/x", "{\"value\":1}"),
          List.of("POST", "/v1/jobs/x/fire", ""));

  private final TestGateway gateway = TestGateway.start();

  @BeforeEach
  void forget() {
    gateway.publisher.records.clear();
  }

  @AfterAll
  void stop() {
    gateway.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "3", "999999999999999999"})
  void aVersionTravelsWithTheCommand(String version) {
    for (var call : CALLS) {
      var response = send(call.get(0), call.get(1), call.get(2), "If-Match", "\"" + version + "\"");

      assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
      assertThat(MemoryScheduler.header(gateway.publisher.last(), DelayHeader.IF_VERSION))
          .isEqualTo(version);
    }
  }

  @Test
  void aStarIsNoCondition() {
    var response = send("DELETE", "/v1/jobs/x", "", "If-Match", "*");

    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(gateway.publisher.last().headers().lastHeader("delay-if-version")).isNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "3",
        "W/\"3\"",
        "\"3",
        "\"03\"",
        "\"-1\"",
        "\"a\"",
        "\"\"",
        "\"3\", \"4\"",
        "\"3\",*",
        "\"9999999999999999999\"",
        "**"
      })
  void refusesWhatIsNoVersionOfOurs(String tag) {
    for (var call : CALLS) {
      var response = send(call.get(0), call.get(1), call.get(2), "If-Match", tag);

      assertProblem(response, 400, ReasonCode.PARAMETER_INVALID, "If-Match");
    }
    assertThat(gateway.publisher.records).isEmpty();
  }

  @Test
  void refusesTwoConditions() {
    var answer =
        RawHttp.exchange(
            gateway.gateway.port(),
            "DELETE /v1/jobs/x HTTP/1.1\r\nHost: localhost\r\nIf-Match: *\r\nIf-Match: *\r\n\r\n");

    assertProblem(answer.body(), 400, ReasonCode.PARAMETER_INVALID);
    assertThat(gateway.publisher.records).isEmpty();
  }

  @Test
  void refusesAConditionWhereItWouldBeIgnored() {
    assertProblem(
        send("PUT", "/v1/jobs/x", JOB, "If-Match", "\"3\""),
        400,
        ReasonCode.PARAMETER_INVALID,
        "If-Match");
    assertProblem(
        send("POST", "/v1/jobs", JOB, "If-Match", "*"),
        400,
        ReasonCode.PARAMETER_INVALID,
        "If-Match");
    assertThat(gateway.publisher.records).isEmpty();
  }

  private HttpResponse<String> send(
      String method, String path, String body, String header, String value) {
    return gateway.send(
        gateway.request(path).header(header, value).method(method, BodyPublishers.ofString(body)));
  }
}

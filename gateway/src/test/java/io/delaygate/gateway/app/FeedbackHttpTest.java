package io.delaygate.gateway.app;

import static io.delaygate.gateway.app.MemoryPublisher.headers;
import static io.delaygate.gateway.app.ProblemAssert.assertProblem;
import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.schemas.contract.Outcome;
import io.delaygate.schemas.contract.ReasonCode;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of feedback calls of workers, and of calls about dead letters. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FeedbackHttpTest {
  private final TestGateway gateway = TestGateway.start();

  @BeforeEach
  void forget() {
    gateway.scheduler.obeys();
    gateway.publisher.records.clear();
  }

  @AfterAll
  void stop() {
    gateway.close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          reserve | {"lease":"l-1"}                          | RESERVED | delay-lease=l-1
          reserve | {"lease":"l-1","leaseMs":5}              | RESERVED | delay-lease-ms=5
          finish  | {"lease":"l-1","attempt":2}              | DONE     | delay-attempt=2
          release | {"lease":"l-1","delay":"9s"}             | RELEASED | delay=9s
          release | {"lease":"l-1","failure":"no route"}     | RELEASED | delay-failure=no route
          release | {"lease":"l-1","unused":true}            | RELEASED | delay-attempt-unused=true
          extend  | {"lease":"l-1","leaseMs":5}              | EXTENDED | delay-lease-ms=5
          bury    | {"lease":"l-1","failure":"no account"}   | BURIED   | delay-failure=no account
          """)
  void whatAWorkerSaysTravelsAsHeaders(String op, String body, Outcome outcome, String header) {
    var response = gateway.send("POST", "/v1/jobs/o-1/" + op, body);

    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    assertThat(TestGateway.json(response).get("outcome").textValue()).isEqualTo(outcome.name());
    assertThat(headers(gateway.publisher.last())).contains("delay-op=" + op, header);
  }

  @Test
  void aResultIsTakenByteForByte() {
    gateway.send("POST", "/v1/jobs/o-1/finish", "{\"lease\":\"l\",\"resultBase64\":\"w6k=\"}");

    assertThat(gateway.publisher.last().value())
        .isEqualTo("\u00e9".getBytes(StandardCharsets.UTF_8));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          finish  | {}                                   | HEADER_MISSING | lease
          finish  | {"lease":1}                          | FIELD_INVALID  | lease
          finish  | {"lease":"l","attempt":0}            | HEADER_INVALID | attempt
          finish  | {"lease":"l","failure":"x"}          | FIELD_UNKNOWN  | failure
          finish  | {"lease":"l","value":"x"}            | FIELD_UNKNOWN  | value
          reserve | {"lease":"l","delay":"1s"}           | FIELD_UNKNOWN  | delay
          extend  | {"lease":"l","leaseMs":0}            | HEADER_INVALID | leaseMs
          release | {"lease":"l","delay":"1s","dueMs":1} | TIME_AMBIGUOUS | delay
          release | {"lease":"l","result":"x"}           | FIELD_UNKNOWN  | result
          """)
  void refusesWhatIsNoFeedback(String op, String body, ReasonCode reason, String field) {
    var response = gateway.send("POST", "/v1/jobs/o-1/" + op, body);

    assertProblem(response, 400, reason, field);
    assertThat(gateway.publisher.records).isEmpty();
  }

  @Test
  void aWorkerThatIsTooLateIsToldSo() {
    gateway.scheduler.says(Outcome.STALE, "job", "{\"state\":\"SCHEDULED\",\"version\":4}");

    var response = gateway.send("POST", "/v1/jobs/o-1/finish", "{\"lease\":\"l\"}");

    assertProblem(response, 409, ReasonCode.LEASE_STALE, null);
    assertThat(response.body()).contains("SCHEDULED");
  }

  @Test
  void aLeaseIsTheOnlyCondition() {
    var request = gateway.request("/v1/jobs/o-1/finish").header("If-Match", "\"3\"");

    var response =
        gateway.send(
            request.POST(java.net.http.HttpRequest.BodyPublishers.ofString("{\"lease\":\"l\"}")));

    assertProblem(response, 400, ReasonCode.PARAMETER_INVALID, "If-Match");
  }

  @ParameterizedTest
  @ValueSource(strings = {"POST /v1/jobs/o%2F1/kick", "DELETE /v1/dead-letters/o%2F1"})
  void aDeadLetterIsNamedByItsId(String call) {
    var words = call.split(" ", -1);

    var response = gateway.send(words[0], words[1]);

    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    assertThat(gateway.publisher.last().key()).isEqualTo("o/1".getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void aKickMayGiveATime() {
    var response = gateway.send("POST", "/v1/jobs/o-1/kick", "{\"delay\":\"30m\"}");

    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    assertThat(MemoryPublisher.headers(gateway.publisher.last()))
        .contains("delay-op=kick", "delay=30m");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'delay':'soon'}                | TIME_INVALID   | delay",
        "{'delay':'1s','delayMs':1000}   | TIME_AMBIGUOUS | delay",
        "{'ids':['a']}                   | FIELD_UNKNOWN  | ids",
        "[]                              | BODY_INVALID   |"
      })
  void aKickWithAnotherBodyIsRefused(String body, ReasonCode reason, @Nullable String field) {
    var response = gateway.send("POST", "/v1/jobs/o-1/kick", body.replace('\'', '"'));

    assertProblem(response, 400, reason, field);
  }

  @Test
  void rejectedCommandsAreNotListedWhileTheirTopicIsAway() {
    // Given
    var missing = new MemoryTopics(4);
    missing.setMissing(true);

    try (var alone = TestGateway.notReading(missing)) {
      alone.directory.topics.remove("delay-dead-letters");

      // When
      var response = alone.send("GET", "/v1/dead-letters?kind=rejected");

      // Then
      assertProblem(response, 503, ReasonCode.QUERY_UNAVAILABLE, null);
    }
  }

  @Test
  void whatIsNoDeadLetterIsNotKicked() {
    gateway.scheduler.says(Outcome.STALE, "job", "{\"state\":\"SCHEDULED\",\"version\":4}");

    assertProblem(gateway.send("POST", "/v1/jobs/o-1/kick"), 409, ReasonCode.NOT_DEAD, null);
  }

  @Test
  void aDeadLetterOfAnotherVersionIsStale() {
    gateway.scheduler.says(Outcome.STALE, "job", "{\"state\":\"DEAD\",\"version\":4}");

    assertProblem(
        gateway.send("DELETE", "/v1/dead-letters/o-1"), 412, ReasonCode.VERSION_STALE, null);
  }
}

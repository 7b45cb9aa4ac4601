package io.delaygate.gateway.app;

import static io.delaygate.gateway.app.ProblemAssert.assertProblem;
import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.schemas.contract.ReasonCode;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.OptionalInt;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of the bounds of decisions about targets: values at a bound pass, others are refused. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ControlLimitsTest {
  private static final String ORDERS = "/v1/topics/orders/";

  private final TestGateway gateway = TestGateway.start();

  @BeforeEach
  void forget() {
    gateway.publisher.partitions = OptionalInt.of(MemoryPublisher.PARTITIONS);
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
          rate     | {"perSecond":1}                              | 10
          rate     | {"perSecond":2}                              | 11
          rate     | {"perSecond":1000000}                        | 16
          alarm    | {"deadLetters":1,"windowMs":1000}            | 16
          alarm    | {"failures":1000000,"window":"1d"}           | 16
          alarm    | {"failures":1,"deadLetters":0}               | 16
          """)
  void takesWhatIsJustWithinBounds(String what, String body, int partitions) {
    gateway.publisher.partitions = OptionalInt.of(partitions);

    var response = gateway.send("PUT", ORDERS + what, body);

    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          rate     | {}                                   | FIELD_MISSING    | perSecond
          rate     | {"perSecond":null}                   | FIELD_MISSING    | perSecond
          rate     | {"perSecond":"9"}                    | FIELD_INVALID    | perSecond
          rate     | {"perSecond":9.5}                    | FIELD_INVALID    | perSecond
          rate     | {"perSecond":0}                      | FIELD_INVALID    | perSecond
          rate     | {"perSecond":1}                      | FIELD_INVALID    | perSecond
          rate     | {"perSecond":1000001}                | FIELD_INVALID    | perSecond
          rate     | {"perSecond":99999999999999999999}   | FIELD_INVALID    | perSecond
          rate     | {"perSecond":9,"value":1}            | FIELD_UNKNOWN    | value
          rate     | {"perMinute":9}                      | FIELD_UNKNOWN    | perMinute
          rate     | []                                   | BODY_INVALID     |
          alarm    | {}                                   | FIELD_MISSING    |
          alarm    | {"deadLetters":0,"failures":0}       | FIELD_MISSING    |
          alarm    | {"deadLetters":-1,"failures":1}      | FIELD_INVALID    | deadLetters
          alarm    | {"failures":1000001}                 | FIELD_INVALID    | failures
          alarm    | {"failures":1,"windowMs":999}        | FIELD_INVALID    | windowMs
          alarm    | {"failures":1,"windowMs":86400001}   | FIELD_INVALID    | windowMs
          alarm    | {"failures":1,"window":"25h"}        | FIELD_INVALID    | window
          alarm    | {"failures":1,"window":"soon"}       | FIELD_INVALID    | window
          alarm    | {"failures":1,"window":"9s","windowMs":9000} | FIELD_INVALID | windowMs
          alarm    | {"failures":1,"colour":1}            | FIELD_UNKNOWN    | colour
          defaults | {"priority":10}                      | HEADER_INVALID   | priority
          defaults | {"onExpiry":"keep"}                  | HEADER_INVALID   | onExpiry
          defaults | {"deadLetterTopic":"a/b"}            | TARGET_INVALID   | deadLetterTopic
          defaults | {"ack":true}                         | FIELD_INVALID    | ack
          defaults | {"ack":{"maxAttempts":-1}}           | HEADER_INVALID   | ack.maxAttempts
          defaults | {"ack":{"lease":"8d"}}               | HEADER_INVALID   | ack.leaseMs
          defaults | {"ack":{"backoff":{"kind":"fixed","max":"9s"}}} | HEADER_MISPLACED | ack.backoff.maxMs
          defaults | {"delay":"1s"}                       | FIELD_UNKNOWN    | delay
          defaults | {"value":"x"}                        | FIELD_UNKNOWN    | value
          """)
  void refusesWhatIsNoDecision(String what, String body, ReasonCode reason, String field) {
    var response = gateway.send("PUT", ORDERS + what, body);

    assertProblem(response, 400, reason, field);
    assertThat(gateway.publisher.records).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {"for":"0s"}                | FIELD_INVALID | for
          {"forMs":2592000001}        | FIELD_INVALID | forMs
          {"for":"31d"}               | FIELD_INVALID | for
          {"for":"soon"}              | FIELD_INVALID | for
          {"for":"9s","forMs":9000}   | FIELD_INVALID | forMs
          {"until":"9s"}              | FIELD_UNKNOWN | until
          []                          | BODY_INVALID  |
          """)
  void refusesAPauseOutOfBounds(String body, ReasonCode reason, String field) {
    var response = gateway.send("POST", ORDERS + "pause", body);

    assertProblem(response, 400, reason, field);
    assertThat(gateway.publisher.records).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"{}", "{\"for\":null}", "{\"forMs\":1}", "{\"for\":\"30d\"}"})
  void takesAPauseWithinBounds(String body) {
    assertThat(gateway.send("POST", ORDERS + "pause", body).statusCode()).isEqualTo(200);
  }

  @Test
  void namesTheLowestRateThatCanBeSplit() {
    gateway.publisher.partitions = OptionalInt.of(21);

    var response = gateway.send("PUT", ORDERS + "rate", "{\"perSecond\":2}");

    assertProblem(response, 400, ReasonCode.FIELD_INVALID, "perSecond");
    assertThat(response.body()).contains("21 partitions").contains("the rate must be at least 3\"");
    assertThat(gateway.send("PUT", ORDERS + "rate", "{\"perSecond\":3}").statusCode())
        .isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(strings = {"delay-requests", "delay-control", "__consumer_offsets"})
  void nothingIsDecidedAboutTopicsThatNothingIsDeliveredTo(String topic) {
    var response = gateway.send("POST", "/v1/topics/" + topic + "/pause");

    assertProblem(response, 422, ReasonCode.TARGET_FORBIDDEN, "topic");
    assertThat(gateway.publisher.records).isEmpty();
  }

  @Test
  void aDeadLetterTopicMayNotBeOurs() {
    var response =
        gateway.send("PUT", ORDERS + "defaults", "{\"deadLetterTopic\":\"delay-events\"}");

    assertProblem(response, 422, ReasonCode.TARGET_FORBIDDEN, "deadLetterTopic");
  }

  @ParameterizedTest
  @ValueSource(strings = {"POST /v1/topics/a%2Fb/pause", "GET /v1/topics/%FF/control"})
  void aTargetHasALegalName(String call) {
    var words = call.split(" ", -1);

    var response = gateway.send(words[0], words[1]);

    assertProblem(response, 400, ReasonCode.PARAMETER_INVALID, "topic");
  }

  @Test
  void whatWouldBeIgnoredIsRefused() {
    assertProblem(
        gateway.send("POST", ORDERS + "pause?for=1h"), 400, ReasonCode.PARAMETER_INVALID, "for");
    assertProblem(
        gateway.send("GET", "/v1/control?topic=orders"),
        400,
        ReasonCode.PARAMETER_INVALID,
        "topic");
    var conditional = gateway.request(ORDERS + "pause").header("If-Match", "\"3\"");
    assertProblem(
        gateway.send(conditional.POST(BodyPublishers.noBody())),
        400,
        ReasonCode.PARAMETER_INVALID,
        "If-Match");
    assertThat(gateway.publisher.records).isEmpty();
  }

  @Test
  void aRateNeedsToKnowThePartitions() {
    gateway.publisher.partitions = OptionalInt.empty();

    var response = gateway.send("PUT", ORDERS + "rate", "{\"perSecond\":9}");

    assertProblem(response, 503, ReasonCode.UNAVAILABLE, null);
  }
}

package io.delaygate.gateway.app;

import static io.delaygate.gateway.app.MemoryPublisher.headers;
import static io.delaygate.gateway.app.ProblemAssert.assertProblem;
import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.schemas.contract.JobId;
import io.delaygate.schemas.contract.Limits;
import io.delaygate.schemas.contract.ReasonCode;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of PATCH and fire: the commands that they send to the scheduler. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ChangeHttpTest {
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
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {"delay":"2h"}                      | delay=2h
          {"delayMs":5}                       | delay-ms=5
          {"due":"2026-01-02T00:00:00Z"}      | delay-due=2026-01-02T00:00:00Z
          {"dueMs":1800000000000}             | delay-due-ms=1800000000000
          {"delay":"2h","dueMs":null}         | delay=2h
          """)
  void aTimeTravelsAsItWasGiven(String body, String header) {
    var response = gateway.send("PATCH", "/v1/jobs/o-1", body);

    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    var command = gateway.publisher.last();
    assertThat(headers(command)).startsWith("delay-op=reschedule", header);
    assertThat(command.value()).isNull();
    assertThat(command.key()).isEqualTo("o-1".getBytes(StandardCharsets.UTF_8));
    assertThat(command.partition())
        .isEqualTo(new JobId("o-1").partition(MemoryPublisher.PARTITIONS).orElseThrow());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {"value":"é"}              | é
          {"value":{"a": 1.10}}      | {"a": 1.10}
          {"valueBase64":"w6k="}     | é
          """)
  void aPayloadIsTakenByteForByte(String body, String value) {
    gateway.send("PATCH", "/v1/jobs/o-1", body);

    assertThat(gateway.publisher.last().value()).isEqualTo(value.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void headersKeepTheirOrder() {
    gateway.send(
        "PATCH",
        "/v1/jobs/o-1",
        "{\"headers\":[{\"name\":\"b\",\"value\":\"1\"},{\"name\":\"a\",\"value\":null}]}");

    assertThat(headers(gateway.publisher.last()))
        .startsWith("delay-op=reschedule", "b=1", "a=null", "delay-reply-topic=delay-replies");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {}                                              | TIME_MISSING      |
          {"value":null}                                  | TIME_MISSING      |
          {"delay":null,"headers":null}                   | TIME_MISSING      |
          {"headers":[{"name":"delay-job-id","value":"x"}]} | TIME_MISSING    |
          {"delay":"1s","dueMs":1}                        | TIME_AMBIGUOUS    | delay
          {"delay":"soon"}                                | TIME_INVALID      | delay
          {"delayMs":-1}                                  | TIME_INVALID      | delayMs
          {"delay":"3653d"}                               | TIME_OUT_OF_RANGE | delay
          {"delay":1}                                     | FIELD_INVALID     | delay
          {"headers":[]}                                  | FIELD_INVALID     | headers
          {"headers":{}}                                  | FIELD_INVALID     | headers
          {"headers":[{"name":"delay-op","value":"x"}]}   | FIELD_INVALID     | headers[0].name
          {"value":1,"valueBase64":"AA=="}                | FIELD_INVALID     | valueBase64
          {"delay":"1s","id":"o-1"}                       | FIELD_UNKNOWN     | id
          {"delay":"1s","target":{}}                      | TARGET_MISSING    | target.topic
          {"delay":"1s","target":"orders"}                | FIELD_INVALID     | target
          {"delay":"1s","target":{"name":"orders"}}       | FIELD_UNKNOWN     | target.name
          {"delay":"1s","ifExists":"ignore"}              | FIELD_UNKNOWN     | ifExists
          {"delay":"1s","expiresMs":1}                    | FIELD_UNKNOWN     | expiresMs
          []                                              | BODY_INVALID      |
          {"delay":"1s"                                   | BODY_INVALID      |
          """)
  void refusesWhatIsNoChange(String body, ReasonCode reason, String field) {
    var response = gateway.send("PATCH", "/v1/jobs/o-1", body);

    assertProblem(response, 400, reason, field);
    assertThat(gateway.publisher.records).isEmpty();
  }

  @Test
  void refusesAValueAboveTheContractsLimit() {
    var response =
        gateway.send(
            "PATCH", "/v1/jobs/o-1", "{\"value\":\"" + "v".repeat(Limits.RECORD_BYTES) + "\"}");

    assertProblem(response, 413, ReasonCode.RECORD_TOO_LARGE, null);
  }

  @Test
  void fireSaysNothingElse() {
    var response = gateway.send("POST", "/v1/jobs/o-1/fire");

    assertThat(response.statusCode()).isEqualTo(200);
    var command = gateway.publisher.last();
    assertThat(headers(command)).startsWith("delay-op=fire", "delay-reply-topic=delay-replies");
    assertThat(command.value()).isNull();
  }

  @Test
  void generatedIdsCanBeChangedAndFired() {
    assertThat(gateway.send("POST", "/v1/jobs/~15-42/fire").statusCode()).isEqualTo(200);
    assertThat(gateway.publisher.last().partition()).isEqualTo(15);
    assertThat(gateway.send("PATCH", "/v1/jobs/~15-42", "{\"delayMs\":1}").statusCode())
        .isEqualTo(200);
    assertProblem(gateway.send("POST", "/v1/jobs/~16-42/fire"), 400, ReasonCode.ID_INVALID, "id");
  }

  @ParameterizedTest
  @CsvSource({
    "expires,'\"2030-01-01T00:00:00.0019+01:00\"',delay-expires-ms=1893452400001",
    "expiresMs,1893452400000,delay-expires-ms=1893452400000",
    "ttlMs,60000,delay-ttl-ms=60000",
    "priority,0,delay-priority=0",
    "priority,9,delay-priority=9"
  })
  void expiryAndPriorityAreHeadersAndTimesAreRoundedDown(
      String field, String value, String header) {
    var response =
        gateway.post(
            "{\"target\":{\"topic\":\"orders\"},\"delay\":\"1s\",\"%s\":%s}"
                .formatted(field, value));

    assertThat(response.statusCode()).as(response.body()).isEqualTo(201);
    assertThat(headers(gateway.publisher.last())).contains(header);
  }
}

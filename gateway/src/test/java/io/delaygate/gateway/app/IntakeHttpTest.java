package io.delaygate.gateway.app;

import static io.delaygate.gateway.app.MemoryPublisher.headers;
import static io.delaygate.gateway.app.ProblemAssert.assertProblem;
import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.schemas.contract.ReasonCode;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of mistakes that the gateway refuses itself, and of spellings that it accepts. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class IntakeHttpTest {
  private static final String JOB = "{\"target\":{\"topic\":\"orders\"},%s}";

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
          "dueMs":1767225600                              | dueMs     | 1767225600000 is 2026-01-01T00:00:00Z
          "dueMs":1767225600.0                            | dueMs     | 1767225600000 is 2026-01-01T00:00:00Z
          "dueMs":1767225600000000                        | dueMs     | 1767225600000 is 2026-01-01T00:00:00Z
          "dueMs":0                                       | dueMs     | 'delayMs'
          "dueMs":1                                       | dueMs     | before 2001
          "dueMs":-1                                      | dueMs     | before 2001
          "due":"2000-12-31T23:59:59Z"                    | due       | before 2001
          "due":"1970-01-21T10:53:45.6Z"                  | due       | probably given in seconds
          "delay":"1s","expiresMs":1893456000             | expiresMs | 1893456000000 is 2030-01-01T00:00:00Z
          "delay":"1s","expiresMs":1893456000000000       | expiresMs | 1893456000000 is 2030-01-01T00:00:00Z
          "delay":"1s","expiresMs":0                      | expiresMs | 'ttlMs'
          "delay":"1s","expires":"1970-01-22T21:57:36Z"   | expires   | 1893456000000 is 2030-01-01T00:00:00Z
          "delay":"1s","expires":"1960-01-01T00:00:00Z"   | expires   | 'ttlMs'
          """)
  void aTimeInAnotherUnitIsRefusedWithWhatWasMeant(String fields, String field, String meant) {
    // When
    var response = gateway.post(JOB.formatted(fields));

    // Then
    assertProblem(response, 400, ReasonCode.TIME_INVALID, field);
    assertThat(detail(response)).contains(meant);
    assertThat(gateway.publisher.records).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "PATCH, /v1/jobs/a, '{\"dueMs\":1767225600}'",
    "PATCH, /v1/jobs/a, '{\"dueMs\":1767225600000000}'",
    "POST, /v1/jobs/a/release, '{\"lease\":\"l\",\"dueMs\":1767225600}'",
    "PUT, /v1/jobs/a, '{\"target\":{\"topic\":\"orders\"},\"dueMs\":1767225600}'",
    "POST, /v1/queues/mails/jobs, '{\"dueMs\":1767225600}'",
    "POST, /v1/queues/mails/request, '{\"dueMs\":1767225600}'"
  })
  void soIsItByEachCallThatTakesATime(String method, String path, String body) {
    // When
    var response = gateway.send(method, path, body);

    // Then
    assertProblem(response, 400, ReasonCode.TIME_INVALID, "dueMs");
    assertThat(detail(response)).contains("1767225600000 is 2026-01-01T00:00:00Z");
    assertThat(gateway.publisher.records).isEmpty();
  }

  @Test
  void aPastTimeAfter2001MeansNow() {
    var response = gateway.post(JOB.formatted("\"dueMs\":978307200000"));

    assertThat(response.statusCode()).as(response.body()).isEqualTo(201);
    assertThat(headers(gateway.publisher.last())).contains("delay-due-ms=978307200000");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "Delay | 'delay' was probably meant",
        "DELAY_MS | 'delay-ms' was probably meant",
        "delay.op | 'delay-op' was probably meant",
        "\" delay-ms\" | 'delay-ms' was probably meant",
        "Delay-Foo | the header 'Delay-Foo' is not known",
        "Delay-Job-Id | 'delay-job-id' was probably meant",
        "delay-foo | 'delay-foo' is reserved for Delaygate",
        "n\uFFFDe | 'n\uFFFDe' must be valid UTF-8"
      })
  void aHeaderWhoseNameTheSchedulerRefusesIsRefused(String name, String meant) {
    // Given
    var fields = "\"delay\":\"1s\",\"headers\":[{\"name\":\"%s\",\"value\":\"1\"}]".formatted(name);

    // When
    var scheduled = gateway.post(JOB.formatted(fields));
    var changed = gateway.send("PATCH", "/v1/jobs/a", "{%s}".formatted(fields));

    // Then
    assertProblem(scheduled, 400, ReasonCode.FIELD_INVALID, "headers[0].name");
    assertThat(detail(scheduled)).contains(meant);
    assertProblem(changed, 400, ReasonCode.FIELD_INVALID, "headers[0].name");
    assertThat(gateway.publisher.records).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"delay-job-id", "delay-reason", "delay-reason-text", "delay-source-topic"})
  void headersOfDeliveredRecordsAndLettersMayComeBack(String name) {
    var response =
        gateway.post(
            JOB.formatted(
                "\"delay\":\"1s\",\"headers\":[{\"name\":\"%s\",\"value\":\"1\"}]"
                    .formatted(name)));

    assertThat(response.statusCode()).as(response.body()).isEqualTo(201);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2030-01-31T08:00[Europe/Berlin]",
        "2030-01-31T08:00:00+01:00[Europe/Berlin]",
        "2030-01-31 07:00:00+0000",
        "2030-01-31 07:00:00+00",
        "2030-01-31t07:00:00z"
      })
  void timesAreReadAsLanguagesPrintThem(String time) {
    // Given
    var body = JOB.formatted("\"due\":\"%s\",\"expires\":\"%s\"".formatted(time, time));

    // When
    var response = gateway.post(body);

    // Then
    assertThat(response.statusCode()).as(response.body()).isEqualTo(201);
    assertThat(TestGateway.json(response).get("due").textValue()).isEqualTo("2030-01-31T07:00:00Z");
    assertThat(headers(gateway.publisher.last())).contains("delay-expires-ms=1896073200000");
  }

  @ParameterizedTest
  @CsvSource({
    "due, 2030-01-31T08:00+02:00[Europe/Berlin], not valid in Europe/Berlin",
    "due, 2030-01-31T08:00[Europe/Bonn], time zone 'Europe/Bonn' does not exist",
    "expires, 2030-01-31T08:00[Europe/Bonn], time zone 'Europe/Bonn' does not exist"
  })
  void aZoneThatIsContradictedOrUnknownIsRefused(String field, String time, String reason) {
    var other = field.equals("due") ? "" : "\"delay\":\"1s\",";

    var response = gateway.post(JOB.formatted(other + "\"%s\":\"%s\"".formatted(field, time)));

    assertProblem(response, 400, ReasonCode.TIME_INVALID, field);
    assertThat(detail(response)).contains(reason);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          "delayMs":1500.0                                       | delay-ms=1500
          "delayMs":1.5e3                                        | delay-ms=1500
          "dueMs":1.8e12                                         | delay-due-ms=1800000000000
          "dueMs":1800000000001.0                                | delay-due-ms=1800000000001
          "delay":"1s","priority":5.0                            | delay-priority=5
          "delay":"1s","ttlMs":6e4                               | delay-ttl-ms=60000
          "delay":"1s","ack":{"maxAttempts":3.0}                 | delay-max-attempts=3
          "delay":"1s","ack":{"backoff":{"jitter":0.25}}         | delay-backoff-jitter=0.25
          """)
  void aWholeNumberMayBeSpelledAsLanguagesPrintIt(String fields, String header) {
    var response = gateway.post(JOB.formatted(fields));

    assertThat(response.statusCode()).as(response.body()).isEqualTo(201);
    assertThat(headers(gateway.publisher.last())).contains(header);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"1500.5", "1e-3", "9007199254740993.5", "1e999999999", "1e-999999999", "1e400"})
  void aNumberWithAFractionOrWithoutEndIsRefused(String number) {
    var response = gateway.post(JOB.formatted("\"delayMs\":" + number));

    assertProblem(response, 400, ReasonCode.TIME_INVALID, "delayMs");
  }

  @ParameterizedTest
  @CsvSource({
    "/v1/jobs/cancel, dueFrom, 1767225600",
    "/v1/jobs/cancel, dueTo, 1767225600000000",
    "/v1/dead-letters/kick, diedFrom, 1767225600"
  })
  void aFilterInAnotherUnitDoesNotTakeEachJob(String path, String field, String ms) {
    var response = gateway.send("POST", path, "{\"filter\":{\"%s\":%s}}".formatted(field, ms));

    assertProblem(response, 400, ReasonCode.FIELD_INVALID, "filter." + field);
    assertThat(detail(response)).contains("1767225600000 is 2026-01-01T00:00:00Z");
  }

  private static String detail(HttpResponse<String> response) {
    return TestGateway.json(response).get("detail").textValue();
  }
}

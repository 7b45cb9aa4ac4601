package io.delaygate.gateway.app;

import static io.delaygate.gateway.app.MemoryPublisher.headers;
import static io.delaygate.gateway.app.ProblemAssert.assertProblem;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.delaygate.schemas.contract.Outcome;
import io.delaygate.schemas.contract.ReasonCode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of queue calls before a job is read: publishing, validation, feedback and deletion. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class QueueHttpTest {
  private static final String TOPIC = "queue.default.mails";

  private final TestGateway gateway = TestGateway.start("queue.max.wait.ms", "300000");

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
          {}                                         | delay-ms=0
          {"delay":"30m"}                            | delay=30m
          {"ttlMs":5}                                | delay-ttl-ms=5
          {"ack":{"maxAttempts":3}}                  | delay-max-attempts=3
          {"ack":{"maxAttempts":0}}                  | delay-max-attempts=0
          {"ack":{"lease":"5m"}}                     | delay-lease-ms=300000
          {"value":"x"}                              | delay-lease-ms=60000
          {"ack":{"backoff":{"kind":"fixed"}}}       | delay-backoff=fixed
          {"headers":[{"name":"trace","value":"1"}]} | trace=1
          """)
  void aJobIsPublishedToTheTopicOfItsQueue(String body, String header) {
    var response = gateway.send("POST", "/v1/queues/mails/jobs", body);

    assertThat(response.statusCode()).as(response.body()).isEqualTo(201);
    assertThat(headers(gateway.publisher.last()))
        .contains("delay-target-topic=" + TOPIC, "delay-ack=true", "delay-lease-start=reserve")
        .contains(header);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {"target":{"topic":"x"}}   | FIELD_UNKNOWN | target
          {"ack":false}              | FIELD_INVALID | ack
          {"ack":{"leaseStart":"delivery"}} | FIELD_UNKNOWN | ack.leaseStart
          {"ack":{"lease":"999ms"}}  | FIELD_INVALID | ack.lease
          {"ack":{"leaseMs":86400001}} | FIELD_INVALID | ack.leaseMs
          {"delay":"soon"}           | TIME_INVALID  | delay
          {"wait":"1s"}              | FIELD_UNKNOWN | wait
          """)
  void whatIsNoJobOfAQueueMakesNone(String body, ReasonCode reason, String field) {
    var response = gateway.send("POST", "/v1/queues/mails/jobs", body);

    assertProblem(response, 400, reason, field);
    assertThat(gateway.publisher.records).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"jobs", "request", "finish", "release", "extend", "bury", "purge"})
  void onlyWhoReservesNamesSeveralQueues(String call) {
    var response = gateway.send("POST", "/v1/queues/a,b/" + call, "{}");

    assertProblem(response, 400, ReasonCode.PARAMETER_INVALID, "queue");
    assertThat(gateway.publisher.records).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "purge, state, '\"dead\"'",
    "kick, count, 2",
    "dead-letters/respawn, limit, 2",
    "dead-letters/discard, limit, 2"
  })
  void nothingThatIsLeftOutMeansAll(String call, String which, String value) {
    var path = "/v1/queues/mails/" + call;
    var given = "\"" + which + "\":" + value;

    assertProblem(gateway.send("POST", path), 400, ReasonCode.FIELD_MISSING, which);
    for (var body : List.of("{}", "{\"all\":null}", "{\"" + which + "\":null}")) {
      assertProblem(gateway.send("POST", path, body), 400, ReasonCode.FIELD_MISSING, which);
    }
    for (var body :
        List.of(
            "{\"all\":false}",
            "{\"all\":1}",
            "{\"all\":\"true\"}",
            "{\"all\":true," + given + "}")) {
      assertProblem(gateway.send("POST", path, body), 400, ReasonCode.FIELD_INVALID, "all");
    }
    // accepted, but no scheduler can be queried in this test
    for (var body : List.of("{\"all\":true}", "{" + given + "}")) {
      assertProblem(gateway.send("POST", path, body), 503, ReasonCode.QUERY_UNAVAILABLE, null);
    }
  }

  @Test
  void anyLetterDigitDashAndUnderscoreIs() {
    var all = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    var longest = "q".repeat(255);

    for (var name : new String[] {all, longest}) {
      var response = gateway.send("POST", "/v1/queues/" + name + "/jobs", "{}");
      assertThat(response.statusCode()).as(response.body()).isEqualTo(201);
    }
    var tooLong = gateway.send("POST", "/v1/queues/" + longest + "q/jobs", "{}");
    assertProblem(tooLong, 400, ReasonCode.PARAMETER_INVALID, "queue");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"jobs", "jobs/batch", "request", "reserve", "finish", "release", "extend", "bury"})
  void whatIsCutOffHalfWayDoesNothing(String call) throws IOException {
    var body = "{\"id\":\"half\",\"value\":\"" + "x".repeat(100);
    var head =
        """
        POST /v1/queues/mails/%s HTTP/1.1
        Host: localhost
        Content-Type: application/json
        Content-Length: 1000

        """
            .replace("\n", "\r\n");

    try (var socket = new Socket(InetAddress.getLoopbackAddress(), gateway.gateway.port())) {
      socket
          .getOutputStream()
          .write((head.formatted(call) + body).getBytes(StandardCharsets.US_ASCII));
      socket.shutdownOutput();
      assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
          .startsWith("HTTP/1.1 400 ");
    }

    assertThat(gateway.publisher.records).isEmpty();
  }

  @Test
  void aQueueIsMadeThoughTheDirectoryDoesNotKnowYetWhatThereIs() {
    gateway.directory.unreadable.add(TOPIC);
    try {
      assertThat(gateway.send("POST", "/v1/queues/mails/jobs", "{}").statusCode()).isEqualTo(201);
    } finally {
      gateway.directory.unreadable.clear();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {"count":0}             | count
          {"count":101}           | count
          {"count":1.5}           | count
          {"waitMs":-1}           | waitMs
          {"waitMs":300001}       | waitMs
          {"wait":"soon"}         | wait
          {"leaseMs":999}         | leaseMs
          {"leaseMs":86400001}    | leaseMs
          """)
  void whatCannotBeReservedIsRefused(String body, String field) {
    var response = gateway.send("POST", "/v1/queues/mails/reserve", body);

    assertProblem(response, 400, ReasonCode.FIELD_INVALID, field);
  }

  /** No scheduler is known in this test, so a valid call ends with an error about that. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"count\":1}",
        "{\"count\":100}",
        "{\"waitMs\":0}",
        "{\"waitMs\":1}",
        "{\"leaseMs\":1000}",
        "{\"leaseMs\":86400000}"
      })
  void whatIsAtItsEdgeCanBeReserved(String body) {
    var response = gateway.send("POST", "/v1/queues/edges/reserve", body);

    assertProblem(response, 503, ReasonCode.QUERY_UNAVAILABLE, null);
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 300_001})
  void aResultIsNotWaitedForLonger(long waitMs) {
    var body = "{\"waitMs\":%d}".formatted(waitMs);

    var response = gateway.send("POST", "/v1/queues/mails/request", body);

    assertProblem(response, 400, ReasonCode.FIELD_INVALID, "waitMs");
    assertThat(gateway.publisher.records).isEmpty();
  }

  @Test
  void queuesOfOneCallAreDifferentAndNotTooMany() {
    for (var names : new String[] {"a,a", "a,,b", "a" + ",b".repeat(20)}) {
      var response = gateway.send("POST", "/v1/queues/" + names + "/reserve", "{}");
      assertProblem(response, 400, ReasonCode.PARAMETER_INVALID, "queue");
    }
  }

  @Test
  void whoFinishesWaitsForNoOutcomeAndOthersDo() {
    var claim = "{\"id\":\"o-1\",\"lease\":\"l-1\"}";

    assertThat(gateway.send("POST", "/v1/queues/mails/finish", claim).statusCode()).isEqualTo(202);
    assertThat(headers(gateway.publisher.last()))
        .contains("delay-op=finish", "delay-lease=l-1")
        .noneMatch(header -> header.startsWith("delay-reply"));
    gateway.scheduler.says(Outcome.EXTENDED);
    var extended = gateway.send("POST", "/v1/queues/mails/extend", claim);
    assertThat(extended.statusCode()).as(extended.body()).isEqualTo(200);
  }

  @Test
  void aLeaseTakesTheResultToWhoWaitsForIt() {
    var claim = "{\"id\":\"o-1\",\"lease\":\"l-1~3~abc-1\",\"result\":\"r\"}";

    gateway.send("POST", "/v1/queues/mails/finish", claim);

    assertThat(headers(gateway.publisher.last()))
        .contains("delay-lease=l-1", "delay-reply-partition=3", "delay-correlation-id=abc-1");
    gateway.send("POST", "/v1/queues/mails/finish", claim.replace("~3~abc-1", "~x"));
    assertThat(headers(gateway.publisher.last()))
        .contains("delay-lease=l-1")
        .noneMatch(header -> header.startsWith("delay-reply"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {"jobs":[]}                       | FIELD_INVALID | jobs
          {"jobs":{}}                       | FIELD_INVALID | jobs
          {"jobs":[1]}                      | FIELD_INVALID | jobs[0]
          {"jobs":[{"id":"a"}],"id":"a"}    | FIELD_UNKNOWN | id
          {"lease":"l"}                     | FIELD_MISSING | id
          {"id":"a","lease":"l","x":1}      | FIELD_UNKNOWN | x
          """)
  void whatNamesNoAttemptIsRefused(String body, ReasonCode reason, String field) {
    assertProblem(gateway.send("POST", "/v1/queues/mails/finish", body), 400, reason, field);
    assertThat(gateway.publisher.records).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"release,RELEASED", "extend,EXTENDED", "bury,BURIED"})
  void ofManyAttemptsEachHasItsOutcome(String word, Outcome outcome) {
    var jobs =
        "{\"id\":\"a\",\"lease\":\"l-1\"},{\"lease\":\"l\"},{\"id\":\"b\",\"lease\":\"l-2\"}";

    var told = gateway.send("POST", "/v1/queues/q/" + word, "{\"jobs\":[" + jobs + "]}");

    var results = TestGateway.json(told).get("results");
    assertThat(results.findValuesAsText("outcome")).containsExactly(outcome.name(), outcome.name());
    assertThat(results.at("/1/status").intValue()).isEqualTo(400);
    assertThat(results.at("/1/problem/field").textValue()).isEqualTo("jobs[1].id");
    assertThat(gateway.publisher.records)
        .hasSize(2)
        .allMatch(record -> headers(record).contains("delay-op=" + word));
  }

  /** No scheduler is known in this test, so the deletion fails. */
  @ParameterizedTest
  @CsvSource({"{},false", "'{\"for\":\"30d\"}',true", "'{\"for\":\"1s\"}',true"})
  void aDeletionThatFailsShortensNoPause(String pause, boolean isTimed) {
    // Given
    gateway.send("POST", "/v1/queues/mails/pause", pause);
    gateway.topics.awaitDecided();
    var before = decided();

    // When
    var failed = gateway.send("DELETE", "/v1/queues/mails");

    // Then
    assertProblem(failed, 503, ReasonCode.QUERY_UNAVAILABLE, null);
    var after = decided();
    assertThat(after.get("paused").booleanValue()).isTrue();
    assertThat(after.has("pausedUntilMs")).isEqualTo(isTimed);
    assertThat(after.path("pausedUntilMs").longValue())
        .isGreaterThanOrEqualTo(before.path("pausedUntilMs").longValue());
  }

  private JsonNode decided() {
    return TestGateway.json(gateway.send("GET", "/v1/topics/" + TOPIC + "/control"));
  }

  @Test
  void aHundredAttemptsAreToldOfAtOnceAndNoMore() {
    var hundred = "{\"id\":\"o\",\"lease\":\"l\"},".repeat(99) + "{\"id\":\"o\",\"lease\":\"l\"}";

    var all = gateway.send("POST", "/v1/queues/q/finish", "{\"jobs\":[" + hundred + "]}");
    var more =
        gateway.send("POST", "/v1/queues/q/finish", "{\"jobs\":[" + hundred + "," + hundred + "]}");

    assertThat(TestGateway.json(all).get("results").findValuesAsText("status"))
        .hasSize(100)
        .containsOnly("202");
    assertProblem(more, 400, ReasonCode.FIELD_INVALID, "jobs");
  }
}

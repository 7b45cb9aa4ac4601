package io.delaygate.gateway.app;

import static io.delaygate.gateway.app.MemoryPublisher.headers;
import static io.delaygate.gateway.app.ProblemAssert.assertProblem;
import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.gateway.publish.PublishResult;
import io.delaygate.schemas.contract.JobId;
import io.delaygate.schemas.contract.Limits;
import io.delaygate.schemas.contract.ReasonCode;
import io.delaygate.service.directory.TopicStatus;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.OptionalInt;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ScheduleHttpTest {
  private static final String NEVER = "1800000000000";
  private final TestGateway gateway = TestGateway.start();

  @BeforeAll
  void topics() {
    gateway.directory.topics.put("tiny", new TopicStatus.Writable(1, 400));
    gateway.directory.topics.put("unreadable", new TopicStatus.Unreadable());
  }

  @BeforeEach
  void forget() {
    gateway.publisher.records.clear();
    gateway.publisher.holds = false;
  }

  @AfterAll
  void stop() {
    gateway.close();
  }

  @Test
  void publishesTheCommandAndAnswersWhereItIs() {
    var response =
        gateway.post(
            """
            {"id": "a/b", "target": {"topic": "orders", "key": "k", "partition": 2}, "dueMs": %s,
             "headers": [{"name": "h", "value": "1"}, {"name": "h", "value": null}], "value": "é"}
            """
                .formatted(NEVER));

    assertThat(response.statusCode()).as(response.body()).isEqualTo(201);
    assertThat(response.headers().firstValue("Location")).hasValue("/v1/jobs/a%2Fb");
    assertThat(response.headers().firstValue("Content-Type")).hasValue("application/json");
    var record = gateway.publisher.last();
    var partition = new JobId("a/b").partition(MemoryPublisher.PARTITIONS).orElseThrow();
    var json = TestGateway.json(response);
    assertThat(json.get("id").textValue()).isEqualTo("a/b");
    assertThat(json.get("dueMs").longValue()).isEqualTo(1_800_000_000_000L);
    assertThat(json.get("due").textValue()).isEqualTo("2027-01-15T08:00:00Z");
    assertThat(json.get("partition").intValue()).isEqualTo(partition);
    assertThat(json.get("offset").isIntegralNumber()).isTrue();
    assertThat(record.topic()).isEqualTo("delay-requests");
    assertThat(record.partition()).isEqualTo(partition);
    assertThat(record.key()).isEqualTo(utf8("a/b"));
    assertThat(record.value()).isEqualTo(utf8("é"));
    assertThat(headers(record))
        .containsExactly(
            "delay-op=schedule",
            "delay-target-topic=orders",
            "delay-target-key=k",
            "delay-target-partition=2",
            "delay-due-ms=1800000000000",
            "h=1",
            "h=null",
            "delay-job-sent-by=mjuohs00 - anonymous");
  }

  @ParameterizedTest
  @CsvSource({"delay,'\"30s\"',delay=30s", "delayMs,30000,delay-ms=30000"})
  void aRelativeDelayTravelsAsOneAndCountsFromTheBrokersClock(
      String field, String value, String header) {
    var response =
        gateway.post("{\"target\":{\"topic\":\"orders\"},\"%s\":%s}".formatted(field, value));

    assertThat(TestGateway.json(response).get("dueMs").longValue())
        .isEqualTo(MemoryPublisher.TIMESTAMP_MS + 30_000);
    assertThat(headers(gateway.publisher.last())).contains(header);
  }

  @Test
  void givesARandomIdWithoutOne() {
    var first = TestGateway.json(gateway.post(job("\"dueMs\":" + NEVER))).get("id").textValue();
    var second = TestGateway.json(gateway.post(job("\"dueMs\":" + NEVER))).get("id").textValue();

    assertThat(UUID.fromString(first)).isNotEqualTo(UUID.fromString(second));
    assertThat(gateway.publisher.last().key()).isEqualTo(utf8(second));
  }

  @Test
  void putTakesTheIdOfThePath() {
    var response = gateway.send("PUT", "/v1/jobs/x", job("\"id\":\"x\",\"dueMs\":" + NEVER));

    assertThat(response.statusCode()).isEqualTo(201);
    assertThat(gateway.publisher.last().key()).isEqualTo(utf8("x"));
  }

  @Test
  void putRefusesAnotherIdInTheBody() {
    var response = gateway.send("PUT", "/v1/jobs/x", job("\"id\":\"y\",\"dueMs\":" + NEVER));

    assertProblem(response, 400, ReasonCode.FIELD_INVALID, "id");
    assertThat(gateway.publisher.records).isEmpty();
  }

  /** The scheduler refuses the same record with the same code. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {"target":{"topic":"orders"}}                                    | TIME_MISSING         |
          {"target":{"topic":"orders"},"delay":"1s","dueMs":1}             | TIME_AMBIGUOUS       | delay
          {"target":{"topic":"orders"},"delay":"soon"}                     | TIME_INVALID         | delay
          {"target":{"topic":"orders"},"delayMs":-1}                       | TIME_INVALID         | delayMs
          {"target":{"topic":"orders"},"delayMs":1.5}                      | TIME_INVALID         | delayMs
          {"target":{"topic":"orders"},"dueMs":99999999999999999999}       | TIME_INVALID         | dueMs
          {"target":{"topic":"orders"},"due":"2026-01-01T00:00:00"}        | TIME_INVALID         | due
          {"target":{"topic":"orders"},"delay":"3653d"}                    | TIME_OUT_OF_RANGE    | delay
          {"delay":"1s"}                                                   | TARGET_MISSING       | target.topic
          {"target":{},"delay":"1s"}                                       | TARGET_MISSING       | target.topic
          {"target":{"topic":"a b"},"delay":"1s"}                          | TARGET_INVALID       | target.topic
          {"target":{"topic":"orders","partition":-1},"delay":"1s"}        | HEADER_INVALID       | target.partition
          {"id":"","target":{"topic":"orders"},"delay":"1s"}               | ID_INVALID           | id
          {"id":"~0-1","target":{"topic":"orders"},"delay":"1s"}           | ID_INVALID           | id
          {"target":{"topic":"orders"},"delay":"1s","priority":10}         | HEADER_INVALID       | priority
          {"target":{"topic":"orders"},"delay":"1s","priority":-1}         | HEADER_INVALID       | priority
          {"target":{"topic":"orders"},"delay":"1s","priority":1.5}        | HEADER_INVALID       | priority
          {"target":{"topic":"orders"},"delay":"1s","priority":"5"}        | FIELD_INVALID        | priority
          {"target":{"topic":"orders"},"delay":"1s","expires":"1h"}        | TIME_INVALID         | expires
          {"target":{"topic":"orders"},"delay":"1s","expires":"2026-01-01T00:00:00"} | TIME_INVALID | expires
          {"target":{"topic":"orders"},"delay":"1s","expires":"1960-01-01T00:00:00Z"} | TIME_INVALID | expires
          {"target":{"topic":"orders"},"delay":"1s","expires":"2025-12-31T23:59:59Z"} | TIME_INVALID | expires
          {"target":{"topic":"orders"},"delay":"1s","expires":"+999999999-12-31T23:59:59Z"} | TIME_INVALID | expires
          {"target":{"topic":"orders"},"delay":"1s","expiresMs":1}         | TIME_INVALID         | expiresMs
          {"target":{"topic":"orders"},"delay":"1s","expiresMs":"1"}       | FIELD_INVALID        | expiresMs
          {"target":{"topic":"orders"},"delay":"1s","ttlMs":999}           | TIME_INVALID         | ttlMs
          {"target":{"topic":"orders"},"delay":"1s","ttlMs":-1}            | TIME_INVALID         | ttlMs
          {"target":{"topic":"orders"},"delay":"1s","ttlMs":1.5}           | TIME_INVALID         | ttlMs
          {"target":{"topic":"orders"},"delay":"1s","ttlMs":9999,"expiresMs":1900000000000} | TIME_AMBIGUOUS | ttlMs
          {"target":{"topic":"orders"},"delay":"1s","ttlMs":9999,"expires":"2030-01-01T00:00:00Z"} | TIME_AMBIGUOUS | ttlMs
          {"target":{"topic":"orders"},"delay":"1s","expires":"2030-01-01T00:00:00Z","expiresMs":1900000000000} | TIME_AMBIGUOUS | expiresMs
          {"target":{"topic":"orders"},"delay":"1s","ack":true}            | FIELD_INVALID        | ack
          {"target":{"topic":"orders"},"delay":"1s","ack":{"max":1}}       | FIELD_UNKNOWN        | ack.max
          {"target":{"topic":"orders"},"delay":"1s","ack":{"maxAttempts":-1}} | HEADER_INVALID     | ack.maxAttempts
          {"target":{"topic":"orders"},"delay":"1s","ack":{"lease":"soon"}} | FIELD_INVALID       | ack.lease
          {"target":{"topic":"orders"},"delay":"1s","ack":{"lease":"1s","leaseMs":1}} | FIELD_INVALID | ack.leaseMs
          {"target":{"topic":"orders"},"delay":"1s","ack":{"backoff":{"kind":"slow"}}} | HEADER_INVALID | ack.backoff.kind
          {"target":{"topic":"orders"},"delay":"1s","onExpiry":"keep"}     | HEADER_INVALID       | onExpiry
          {"target":{"topic":"orders"},"delay":"1s","ifExists":"maybe"}    | HEADER_INVALID       | ifExists
          {"target":{"topic":"orders"},"delay":"1s","prio":5}              | FIELD_UNKNOWN        | prio
          {"target":{"topic":"orders","to":1},"delay":"1s"}                | FIELD_UNKNOWN        | target.to
          {"target":"orders","delay":"1s"}                                 | FIELD_INVALID        | target
          {"target":{"topic":"orders"},"delayMs":"1"}                      | FIELD_INVALID        | delayMs
          {"target":{"topic":"orders"},"delay":"1s","headers":[{"name":"delay-ms","value":"1"}]} | FIELD_INVALID | headers[0].name
          """)
  void refusesWhatIsWrongInFormAndNamesTheField(String body, ReasonCode reason, String field) {
    var response = gateway.post(body);

    assertProblem(response, 400, reason, field);
    assertThat(gateway.publisher.records).isEmpty();
  }

  @Test
  void speaksOfFieldsNotOfHeaders() {
    var missing = assertProblem(gateway.post(job("\"id\":\"x\"")), 400, ReasonCode.TIME_MISSING);
    var both =
        assertProblem(
            gateway.post(job("\"delayMs\":1,\"dueMs\":1")), 400, ReasonCode.TIME_AMBIGUOUS);

    assertThat(missing.get("detail").textValue())
        .isEqualTo("one of delay, delayMs, due and dueMs must be given");
    assertThat(both.get("detail").textValue())
        .isEqualTo("'dueMs' and 'delayMs' cannot be given together; use one of them");
  }

  @ParameterizedTest
  @CsvSource({
    "'{\"topic\":\"nowhere\"}',TARGET_UNKNOWN,target.topic",
    "'{\"topic\":\"orders\",\"partition\":3}',TARGET_PARTITION_UNKNOWN,target.partition",
    "'{\"topic\":\"delay-requests\"}',TARGET_FORBIDDEN,target.topic",
    "'{\"topic\":\"delay-replies\"}',TARGET_FORBIDDEN,target.topic",
    "'{\"topic\":\"delay-events\"}',TARGET_FORBIDDEN,target.topic",
    "'{\"topic\":\"delaygate-store-changelog\"}',TARGET_FORBIDDEN,target.topic",
    "'{\"topic\":\"__consumer_offsets\"}',TARGET_FORBIDDEN,target.topic"
  })
  void refusesATargetThatCannotTakeIt(String target, ReasonCode reason, String field) {
    var response = gateway.post("{\"target\":%s,\"delay\":\"1s\"}".formatted(target));

    assertProblem(response, 422, reason, field);
    assertThat(gateway.publisher.records).isEmpty();
  }

  @Test
  void takesTheLastPartitionOfTheTarget() {
    var response =
        gateway.post("{\"target\":{\"topic\":\"orders\",\"partition\":2},\"delay\":\"1s\"}");

    assertThat(response.statusCode()).isEqualTo(201);
  }

  @ParameterizedTest
  @CsvSource({"POST, /v1/jobs", "PUT, /v1/jobs/x"})
  void aJobWhoseTargetIsNotKnownInTimeIsNotStored(String method, String path) {
    var body = "{\"target\":{\"topic\":\"unreadable\"},\"delay\":\"1s\"}";

    var response = gateway.send(method, path, body);

    assertProblem(response, 503, ReasonCode.TARGET_UNCHECKED, "target.topic");
    assertThat(response.headers().firstValue("Retry-After")).hasValue("1");
    assertThat(gateway.publisher.records).isEmpty();
  }

  @Test
  void soIsOneWhoseDeadLetterTopicIsNot() {
    var response = gateway.post(job("\"delay\":\"1s\",\"deadLetterTopic\":\"unreadable\""));

    assertProblem(response, 503, ReasonCode.TARGET_UNCHECKED, "deadLetterTopic");
    assertThat(gateway.publisher.records).isEmpty();
  }

  @Test
  void aCompactedTargetTakesNoJobWithoutAKey() {
    gateway.directory.topics.put(
        "compacted", new TopicStatus.Writable(1, 1_048_588, true, Long.MAX_VALUE, Map.of()));
    var body = "{\"target\":{\"topic\":\"compacted\",\"key\":%s},\"delay\":\"1s\"}";

    var none = gateway.post(body.formatted("null"));
    var empty = gateway.post(body.formatted("\"\""));

    assertProblem(none, 422, ReasonCode.TARGET_KEY_REQUIRED, "target.key");
    assertThat(empty.statusCode()).as(empty.body()).isEqualTo(201);
  }

  @Test
  void refusesWhatTheTargetWouldFindTooLarge() {
    var body = "{\"id\":\"x\",\"target\":{\"topic\":\"tiny\"},\"delay\":\"1s\",\"value\":\"%s\"}";

    var fits = gateway.post(body.formatted("v".repeat(100)));
    var large = gateway.post(body.formatted("v".repeat(300)));

    assertThat(fits.statusCode()).isEqualTo(201);
    assertProblem(large, 413, ReasonCode.RECORD_TOO_LARGE, null);
  }

  @Test
  void refusesARecordAboveTheContractsLimit() {
    gateway.directory.topics.put("huge", new TopicStatus.Writable(1, 8 << 20));
    var body = "{\"id\":\"x\",\"target\":{\"topic\":\"huge\"},\"delay\":\"1s\",\"value\":\"%s\"}";
    var overhead =
        "xdelay-opscheduledelay-target-topichugedelay1s".length() + 3 * 2; // two per header

    var fits = gateway.post(body.formatted("v".repeat(Limits.RECORD_BYTES - overhead)));
    var large = gateway.post(body.formatted("v".repeat(Limits.RECORD_BYTES - overhead + 1)));

    assertThat(fits.statusCode()).as(fits.body()).isEqualTo(201);
    assertProblem(large, 413, ReasonCode.RECORD_TOO_LARGE, null);
  }

  @Test
  void refusesHeadersAboveTheContractsLimit() {
    var body =
        "{\"target\":{\"topic\":\"orders\"},\"delay\":\"1s\",\"headers\":[{\"name\":\"h\",\"value\":\"%s\"}]}";
    var others = "delay-opscheduledelay-target-topicordersdelay1sh".length() + 4 * 2;

    var fits = gateway.post(body.formatted("v".repeat((64 << 10) - others)));
    var large = gateway.post(body.formatted("v".repeat((64 << 10) - others + 1)));

    assertThat(fits.statusCode()).as(fits.body()).isEqualTo(201);
    assertProblem(large, 400, ReasonCode.HEADERS_TOO_LARGE, "headers");
  }

  @Test
  void takesAnIdOf255BytesAndNotOneMore() {
    var fits = gateway.send("PUT", "/v1/jobs/" + "i".repeat(255), job("\"delay\":\"1s\""));
    var large = gateway.send("PUT", "/v1/jobs/" + "i".repeat(256), job("\"delay\":\"1s\""));

    assertThat(fits.statusCode()).isEqualTo(201);
    assertProblem(large, 400, ReasonCode.ID_INVALID, "id");
  }

  @Test
  void answersOnlyWhenTheCommandIsAcknowledged() throws Exception {
    gateway.publisher.holds = true;
    var body = BodyPublishers.ofString(job("\"delay\":\"1s\""));
    var answer = gateway.sendAsync(gateway.request("/v1/jobs").POST(body));

    var published = gateway.publisher.nextWaiting();
    assertThat(answer.isDone()).isFalse();
    published.complete(gateway.publisher.stored(4));

    assertThat(answer.get().statusCode()).isEqualTo(201);
    assertThat(TestGateway.json(answer.get()).get("partition").intValue()).isEqualTo(4);
  }

  @Test
  void saysWhenNobodyKnowsWhetherItIsStored() throws Exception {
    var problem = assertProblem(answered(new PublishResult.Unknown()), 503, ReasonCode.UNAVAILABLE);

    assertThat(problem.get("detail").textValue()).contains("may be stored");
  }

  @Test
  void saysWhenItIsCertainlyNotStored() throws Exception {
    var problem =
        assertProblem(answered(new PublishResult.NotStored()), 503, ReasonCode.UNAVAILABLE);

    assertThat(problem.get("detail").textValue()).contains("nothing was stored");
  }

  @Test
  void saysWhenTheTopicFindsItTooLarge() throws Exception {
    assertProblem(
        answered(new PublishResult.TooLarge("delay-requests")),
        413,
        ReasonCode.RECORD_TOO_LARGE,
        null);
  }

  private HttpResponse<String> answered(PublishResult outcome) throws Exception {
    gateway.publisher.holds = true;
    var body = BodyPublishers.ofString(job("\"delay\":\"1s\""));
    var answer = gateway.sendAsync(gateway.request("/v1/jobs").POST(body));
    gateway.publisher.nextWaiting().complete(outcome);
    return answer.get();
  }

  @Test
  void refusesWhileTheTopicOfCommandsIsOutOfSight() {
    gateway.publisher.partitions = OptionalInt.empty();
    try {
      assertProblem(gateway.post(job("\"delay\":\"1s\"")), 503, ReasonCode.UNAVAILABLE, null);
    } finally {
      gateway.publisher.partitions = OptionalInt.of(MemoryPublisher.PARTITIONS);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "[]",
        "null",
        "{",
        "{} x",
        "{}{}",
        "{\"id\":\"a\",\"id\":\"b\"}",
        "{\"value\":{\"a\":1,\"a\":2}}",
        "{'id':1}",
        "{\"id\":tru}"
      })
  void refusesWhatIsNotOneJsonObject(String body) {
    assertProblem(gateway.post(body), 400, ReasonCode.BODY_INVALID, null);
  }

  @Test
  void nestingEndsAtALimit() {
    // the body is the first level
    var fits = gateway.post(job("\"delay\":\"1s\",\"value\":" + nested(499)));
    var deep = gateway.post(job("\"delay\":\"1s\",\"value\":" + nested(500)));

    assertThat(fits.statusCode()).as(fits.body()).isEqualTo(201);
    assertProblem(deep, 400, ReasonCode.BODY_INVALID, null);
  }

  private static String nested(int levels) {
    return "[".repeat(levels) + "]".repeat(levels);
  }

  private static String job(String fields) {
    return "{\"target\":{\"topic\":\"orders\"}," + fields + "}";
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}

package io.delaygate.gateway.app;

import static io.delaygate.gateway.app.ProblemAssert.assertProblem;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.delaygate.gateway.publish.PublishResult;
import io.delaygate.schemas.contract.DelayHeader;
import io.delaygate.schemas.contract.Outcome;
import io.delaygate.schemas.contract.ReasonCode;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BulkCancelHttpTest {
  /** Number of jobs that one call changes at a time. */
  private static final int AT_A_TIME = 256;

  private final QueryServers servers = QueryServers.of(2);
  private final TestGateway gateway =
      TestGateway.start("scheduler.urls", servers.urls(), "outcome.timeout.ms", "1000");

  @BeforeEach
  void reset() {
    servers.reset();
    gateway.scheduler.obeys();
    gateway.publisher.records.clear();
    gateway.publisher.breaks = false;
    gateway.publisher.holds = false;
  }

  @AfterAll
  void stop() {
    gateway.close();
    servers.close();
  }

  @Test
  void saysWhatBecameOfEachId() {
    var json = json(cancel("{\"ids\": [\"a\", \"\", \"b/😀\", \"~99-1\"]}"));

    assertThat(json.get("cancelled").intValue()).isEqualTo(2);
    assertThat(json.get("failed").intValue()).isEqualTo(2);
    assertThat(json.get("done").booleanValue()).isTrue();
    assertThat(json.at("/results/0"))
        .isEqualTo(
            TestGateway.json(
                """
                {"index": 0, "id": "a", "status": 200, "outcome": "CANCELLED", "version": 1}
                """));
    assertThat(json.at("/results/1/status").intValue()).isEqualTo(400);
    assertProblem(json.at("/results/1/problem").toString(), 400, ReasonCode.ID_INVALID);
    assertThat(json.at("/results/2/id").textValue()).isEqualTo("b/😀");
    assertProblem(json.at("/results/3/problem").toString(), 400, ReasonCode.ID_INVALID);
  }

  @ParameterizedTest
  @CsvSource({
    "ALREADY_DELIVERED,alreadyDelivered,409",
    "NOT_FOUND,notFound,404",
    "STALE,stale,412"
  })
  void countsEachOutcome(Outcome outcome, String name, int status) {
    gateway.scheduler.says(outcome);

    var json = json(cancel("{\"ids\": [\"a\", \"b\"]}"));

    assertThat(json.get(name).intValue()).isEqualTo(2);
    assertThat(json.get("cancelled").intValue()).isZero();
    assertThat(json.at("/results/1/status").intValue()).isEqualTo(status);
  }

  @Test
  void saysWhichCancelsAreNotAnswered() {
    gateway.scheduler.isSilent();

    var json = json(cancel("{\"ids\": [\"a\"]}"));

    assertThat(json.get("unanswered").intValue()).isEqualTo(1);
    assertProblem(json.at("/results/0/problem").toString(), 503, ReasonCode.NO_ANSWER);
    assertThat(json.get("done").booleanValue()).isTrue();
  }

  @Test
  void callsThatFailUnexpectedlyLeaveRoomForOthers() {
    gateway.publisher.breaks = true;
    var failed =
        IntStream.range(0, 9).mapToObj(i -> cancel("{\"ids\": [\"a\"]}").statusCode()).toList();
    gateway.publisher.breaks = false;

    assertThat(failed).containsOnly(500);
    assertThat(json(cancel("{\"ids\": [\"a\"]}")).get("cancelled").intValue()).isEqualTo(1);
  }

  @Test
  void aFailureInTheMidstEndsTheCall() throws Exception {
    // Given
    var ids = IntStream.range(0, 2_000).mapToObj(i -> "\"i-" + i + "\"");
    var body = "{\"ids\": " + ids.collect(Collectors.joining(",", "[", "]")) + "}";
    gateway.publisher.holds = true;
    var answer =
        gateway.sendAsync(gateway.request("/v1/jobs/cancel").POST(BodyPublishers.ofString(body)));
    var first = gateway.publisher.nextWaiting();
    Awaitility.await().until(() -> gateway.publisher.records.size() == AT_A_TIME);

    // When
    gateway.publisher.breaks = true;
    first.complete(gateway.publisher.stored(0));
    gateway.scheduler.reply(gateway.publisher.records.get(0), 0);

    // Then
    assertThat(answer.join().statusCode()).isEqualTo(500);
    gateway.publisher.waiting.forEach(held -> held.complete(new PublishResult.NotStored()));
  }

  @Test
  void takesTenThousandIdsAndNoMore() {
    var ids = IntStream.range(0, 10_000).mapToObj(i -> "\"j-" + i + "\"").toList();

    var json = json(cancel("{\"ids\": " + ids + "}"));
    var refused = cancel("{\"ids\": [\"more\"," + ids.toString().substring(1) + "}");

    assertThat(json.get("cancelled").intValue()).isEqualTo(10_000);
    assertThat(json.at("/results/9999/id").textValue()).isEqualTo("j-9999");
    assertProblem(refused, 413, ReasonCode.BATCH_TOO_LARGE, null);
  }

  @Test
  void failsAsASingleCallDoesWhenNothingCanBeSent() {
    gateway.publisher.partitions = OptionalInt.empty();
    try {
      assertProblem(cancel("{\"ids\": [\"a\"]}"), 503, ReasonCode.UNAVAILABLE, null);
    } finally {
      gateway.publisher.partitions = OptionalInt.of(MemoryPublisher.PARTITIONS);
    }
  }

  @Test
  void cancelsWhatAFilterFindsInTheVersionThatWasListed() {
    // Given
    servers.add("a", 1_800_000_000_000L, "orders").put("version", 7);
    servers.add("b", 1_800_000_000_000L, "mails");
    servers.add("c", 1_800_000_001_000L, "orders");

    // When
    var json = json(cancel("{\"filter\": {\"topic\": \"orders\", \"dueTo\": 1.800000001e12}}"));

    // Then
    assertThat(json.get("cancelled").intValue()).isEqualTo(1);
    assertThat(json.get("done").booleanValue()).isTrue();
    assertThat(json.has("cursor")).isFalse();
    assertThat(json.has("results")).isFalse();
    assertThat(gateway.publisher.records).hasSize(1);
    assertThat(gateway.publisher.last().key()).isEqualTo("a".getBytes(StandardCharsets.UTF_8));
    assertThat(MemoryScheduler.header(gateway.publisher.last(), DelayHeader.IF_VERSION))
        .isEqualTo("7");
  }

  @Test
  void cancelsWhatBeginsWithAPrefix() {
    // Given
    servers.add("order-1", 1_000, "orders");
    servers.add("refund-1", 1_000, "orders");

    // When
    var json = json(cancel("{\"filter\": {\"idPrefix\": \"order-\"}}"));

    // Then
    assertThat(json.get("cancelled").intValue()).isEqualTo(1);
    assertThat(gateway.publisher.last().key())
        .isEqualTo("order-1".getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void kicksManyForATimeWhichIsCheckedOnce() {
    // When
    var kicked =
        gateway.send(
            "POST", "/v1/dead-letters/kick", "{'ids':['a'],'delay':'30m'}".replace('\'', '"'));
    var refused =
        gateway.send(
            "POST", "/v1/dead-letters/kick", "{'ids':['a'],'delay':'soon'}".replace('\'', '"'));

    // Then
    assertThat(kicked.statusCode()).as(kicked.body()).isEqualTo(200);
    assertThat(MemoryPublisher.headers(gateway.publisher.last()))
        .contains("delay-op=kick", "delay=30m");
    assertProblem(refused, 400, ReasonCode.TIME_INVALID, "delay");
    assertProblem(
        cancel("{'ids':['a'],'delay':'30m'}".replace('\'', '"')),
        400,
        ReasonCode.FIELD_UNKNOWN,
        "delay");
  }

  @Test
  void goesOnWithTheCursorUntilAllIsDone() {
    // Given
    for (var i = 0; i < 1_300; i++) {
      servers.add("j-" + i, i, "orders");
    }

    // When
    var calls = new ArrayList<JsonNode>();
    var cursor = "";
    do {
      var json =
          json(cancel("{\"filter\": {\"topic\": \"orders\"}, \"limit\": 600" + cursor + "}"));
      calls.add(json);
      cursor = ", \"cursor\": \"" + json.path("cursor").asText() + "\"";
    } while (!calls.get(calls.size() - 1).get("done").booleanValue());

    // Then
    assertThat(calls.stream().map(json -> json.get("cancelled").intValue()))
        .containsExactly(600, 600, 100);
    assertThat(
            gateway.publisher.records.stream()
                .map(record -> new String(record.key(), StandardCharsets.UTF_8))
                .collect(Collectors.toSet()))
        .isEqualTo(servers.jobs.keySet());
  }

  @Test
  void cancelsAllThatArePendingIfToldSo() {
    // Given
    servers.add("a", 1_000, "orders");
    servers.add("b", 2_000, "mails");

    // When
    var first = json(cancel("{\"all\": true, \"limit\": 1}"));
    var rest =
        json(
            cancel(
                "{\"all\": true, \"cursor\": \"%s\"}".formatted(first.get("cursor").textValue())));

    // Then
    assertThat(first.get("cancelled").intValue()).isEqualTo(1);
    assertThat(rest.get("cancelled").intValue()).isEqualTo(1);
    assertThat(rest.get("done").booleanValue()).isTrue();
    assertThat(gateway.publisher.records).hasSize(2);
  }

  @Test
  void aFilterFailsAsAListingDoes() {
    servers.instances.forEach(instance -> instance.refusesWith = 503);

    assertProblem(
        cancel("{\"filter\": {\"topic\": \"orders\"}}"), 503, ReasonCode.QUERY_UNAVAILABLE, null);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {}                                             | FIELD_MISSING  | ids
          {"ids":["a"],"filter":{"topic":"t"}}           | FIELD_MISSING  | ids
          {"ids":"a"}                                    | FIELD_INVALID  | ids
          {"ids":["a",1]}                                | FIELD_INVALID  | ids[1]
          {"ids":[],"limit":1}                           | FIELD_INVALID  | limit
          {"ids":[],"value":1}                           | FIELD_UNKNOWN  | value
          {"idz":[]}                                     | FIELD_UNKNOWN  | idz
          {"filter":{}}                                  | FIELD_MISSING  | filter
          {"filter":{"topic":null,"dueTo":null}}         | FIELD_MISSING  | filter
          {"ids":null,"filter":null,"all":null}          | FIELD_MISSING  | ids
          {"all":false}                                  | FIELD_INVALID  | all
          {"all":"true"}                                 | FIELD_INVALID  | all
          {"all":true,"ids":["a"]}                       | FIELD_INVALID  | all
          {"all":true,"filter":{"topic":"t"}}            | FIELD_INVALID  | all
          {"all":true,"filter":{}}                       | FIELD_INVALID  | all
          {"filter":{"topic":"a b"}}                     | FIELD_INVALID  | filter.topic
          {"filter":{"state":"PARKED"}}                  | FIELD_UNKNOWN  | filter.state
          {"filter":{"dueFrom":"soon"}}                  | FIELD_INVALID  | filter.dueFrom
          {"filter":{"topic":"t"},"limit":0}             | FIELD_INVALID  | limit
          {"filter":{"topic":"t"},"limit":10001}         | FIELD_INVALID  | limit
          {"filter":{"topic":"t"},"cursor":"x"}          | CURSOR_INVALID | cursor
          [                                              | BODY_INVALID   |
          """)
  void refusesWhatItDoesNotUnderstand(String body, ReasonCode reason, String field) {
    assertProblem(cancel(body), 400, reason, field);
  }

  @Test
  void refusesAConditionThatItWouldHaveToIgnore() {
    var request = gateway.request("/v1/jobs/cancel").header("If-Match", "\"1\"");
    var body = BodyPublishers.ofString("{\"ids\":[]}");

    assertProblem(gateway.send(request.POST(body)), 400, ReasonCode.PARAMETER_INVALID, "If-Match");
  }

  private HttpResponse<String> cancel(String body) {
    return gateway.send("POST", "/v1/jobs/cancel", body);
  }

  private static JsonNode json(HttpResponse<String> response) {
    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    return TestGateway.json(response);
  }
}

package io.delaygate.gateway.app;

import static io.delaygate.gateway.app.ProblemAssert.assertProblem;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.delaygate.gateway.publish.PublishResult;
import io.delaygate.schemas.contract.ReasonCode;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BatchHttpTest {
  private static final String LINES = "application/x-ndjson";
  private static final String ARRAY = "application/json";

  private final TestGateway gateway = TestGateway.start("http.max.body.bytes", "10000");

  @BeforeEach
  void forget() {
    gateway.publisher.records.clear();
    gateway.publisher.holds = false;
  }

  @AfterAll
  void stop() {
    gateway.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {LINES, ARRAY})
  void schedulesEachItemAsIfItCameAlone(String type) {
    // Given
    var first = job("a", "\"dueMs\":1800000000000");
    var second = "{\"target\":{\"topic\":\"orders\"},\"delay\":\"30s\"}";

    // When
    var response = send(type, type.equals(LINES) ? first + "\n" + second : list(first, second));

    // Then
    var json = json(response);
    assertThat(json.get("scheduled").intValue()).isEqualTo(2);
    assertThat(json.get("failed").intValue()).isZero();
    assertThat(json.has("error")).isFalse();
    var result = json.at("/results/0");
    assertThat(result.get("index").intValue()).isZero();
    assertThat(result.get("status").intValue()).isEqualTo(201);
    assertThat(result.get("id").textValue()).isEqualTo("a");
    assertThat(result.get("dueMs").longValue()).isEqualTo(1_800_000_000_000L);
    assertThat(result.get("due").textValue()).isEqualTo("2027-01-15T08:00:00Z");
    assertThat(result.get("partition").intValue())
        .isEqualTo(gateway.publisher.records.get(0).partition());
    assertThat(result.get("offset").isIntegralNumber()).isTrue();
    assertThat(json.at("/results/1/dueMs").longValue())
        .isEqualTo(MemoryPublisher.TIMESTAMP_MS + 30_000);
    assertThat(gateway.publisher.records).hasSize(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {LINES, ARRAY})
  void deliversAValueCharacterForCharacter(String type) {
    var value = "{ \"n\":1.00e2,  \"s\": \"\\u00e9 ] , } \\\\\\\" [\", \"d\":[1 ,2] }";
    var job = job("a", "\"delay\":\"1s\", \"value\": " + value);

    json(send(type, type.equals(LINES) ? " " + job + "\r\n" : " [ " + job + " ] "));

    assertThat(new String(gateway.publisher.last().value(), StandardCharsets.UTF_8))
        .isEqualTo(value);
  }

  @Test
  void aBadLineFailsAlone() {
    var body =
        String.join(
            "\n",
            job("a", "\"delay\":\"1s\""),
            "{",
            "",
            "[1]",
            job("b", "\"delay\":\"1s\",\"colour\":1"),
            "{\"target\":{\"topic\":\"nowhere\"},\"delay\":\"1s\"}",
            job("c", "\"delay\":\"1s\",\"value\":\"" + "x".repeat(10_000) + "\""),
            job("d", "\"delay\":\"1s\""),
            "");

    var json = json(send(LINES, body));

    assertThat(json.get("scheduled").intValue()).isEqualTo(2);
    assertThat(json.get("failed").intValue()).isEqualTo(5);
    assertResult(json, 1, 400, ReasonCode.BODY_INVALID);
    assertResult(json, 2, 400, ReasonCode.BODY_INVALID);
    assertResult(json, 3, 400, ReasonCode.FIELD_UNKNOWN);
    assertResult(json, 4, 422, ReasonCode.TARGET_UNKNOWN);
    assertResult(json, 5, 413, ReasonCode.BODY_TOO_LARGE);
    assertThat(json.at("/results/6/id").textValue()).isEqualTo("d");
    assertThat(json.has("error")).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {LINES, ARRAY})
  void anItemWhoseTargetIsNotKnownInTimeFailsAlone(String type) {
    // Given
    gateway.directory.unreadable.add("unreadable");
    var unknown = "{\"target\":{\"topic\":\"unreadable\"},\"delay\":\"1s\"}";
    var known = job("a", "\"delay\":\"1s\"");

    // When
    var response = send(type, type.equals(LINES) ? unknown + "\n" + known : list(unknown, known));

    // Then
    var json = json(response);
    assertResult(json, 0, 503, ReasonCode.TARGET_UNCHECKED);
    assertThat(json.at("/results/1/status").intValue()).isEqualTo(201);
    assertThat(json.has("error")).isFalse();
    assertThat(gateway.publisher.records).hasSize(1);
  }

  @Test
  void theBrokersAreAskedAboutTheTargetsOfManyItemsAtOnce() {
    // Given
    var body =
        IntStream.range(0, 100)
            .mapToObj("{\"target\":{\"topic\":\"new-%d\"},\"delay\":\"1s\"}"::formatted)
            .collect(Collectors.joining("\n"));
    gateway.directory.questions.clear();

    // When
    var json = json(send(LINES, body));

    // Then
    assertThat(json.get("failed").intValue()).isEqualTo(100);
    assertThat(gateway.directory.questions).hasSizeLessThan(10);
    assertThat(gateway.directory.questions.stream().mapToInt(List::size).sum()).isEqualTo(100);
  }

  @Test
  void aLineThatIsNotUtf8FailsAlone() {
    var good = (job("a", "\"delay\":\"1s\"") + "\n").getBytes(StandardCharsets.UTF_8);
    var body = new byte[good.length + 1];
    body[0] = (byte) 0xFF;
    System.arraycopy(good, 0, body, 1, good.length);

    var request = gateway.request("/v1/jobs/batch").setHeader("Content-Type", LINES);
    var json = json(gateway.send(request.POST(BodyPublishers.ofByteArray(body))));

    assertResult(json, 0, 400, ReasonCode.BODY_INVALID);
  }

  @Test
  void anElementThatIsNoJobFailsAlone() {
    var good = job("a", "\"delay\":\"1s\"");

    var json = json(send(ARRAY, "[1, \"]\", " + good + ", {\"id\":1,\"id\":2}, [[]]]"));

    assertThat(json.get("scheduled").intValue()).isEqualTo(1);
    assertThat(json.at("/results/2/id").textValue()).isEqualTo("a");
    assertResult(json, 3, 400, ReasonCode.BODY_INVALID);
    assertThat(json.get("results")).hasSize(5);
    assertThat(json.has("error")).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"{} {}]", "{]", ",{}]", "tru]", "{}", "}]", "{}] x", "\"a]", "{}],[]"})
  void aMalformedArrayEndsTheCallBehindTheItemsBeforeIt(String rest) {
    var json = json(send(ARRAY, "[" + job("a", "\"delay\":\"1s\"") + "," + rest));

    assertThat(json.get("scheduled").intValue()).isEqualTo(1);
    assertProblem(json.get("error").toString(), 400, ReasonCode.BODY_INVALID);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "application/json|{}",
        "application/json|''",
        "application/json|[",
        "application/json|[,]"
      })
  void aBodyOfWhichNothingCanBeMadeIsRefused(String type, String body) {
    assertProblem(send(type, body), 400, ReasonCode.BODY_INVALID);
    assertThat(gateway.publisher.records).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"application/json|[ ]", "application/x-ndjson|''"})
  void nothingIsNoError(String type, String body) {
    var json = json(send(type, body));

    assertThat(json.get("results")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"text/plain", "application/json; charset=latin1", "application/ndjson"})
  void refusesOtherMediaTypes(String type) {
    assertProblem(send(type, "[]"), 415, ReasonCode.MEDIA_TYPE_UNSUPPORTED, null);
  }

  @Test
  void refusesWhatItWouldHaveToIgnore() {
    var keyed = gateway.request("/v1/jobs/batch").header("Idempotency-Key", "k");
    var waiting = gateway.request("/v1/jobs/batch?wait=true");
    var body = BodyPublishers.ofString("[]");

    assertProblem(
        gateway.send(keyed.POST(body)), 400, ReasonCode.PARAMETER_INVALID, "Idempotency-Key");
    assertProblem(gateway.send(waiting.POST(body)), 400, ReasonCode.PARAMETER_INVALID, "wait");
  }

  @ParameterizedTest
  @ValueSource(strings = {LINES, ARRAY})
  void takesTenThousandItemsAndSaysWhereItEnds(String type) {
    // Given
    var items =
        IntStream.rangeClosed(0, 10_000).mapToObj(i -> job("j-" + i, "\"delay\":\"1s\"")).toList();
    var all = type.equals(LINES) ? String.join("\n", items) : items.toString();
    var most = items.subList(0, 10_000);

    // When
    var tooMany = json(send(type, all));
    var enough = json(send(type, type.equals(LINES) ? String.join("\n", most) : most.toString()));

    // Then
    assertThat(tooMany.get("scheduled").intValue()).isEqualTo(10_000);
    assertProblem(tooMany.get("error").toString(), 413, ReasonCode.BATCH_TOO_LARGE);
    assertThat(enough.get("scheduled").intValue()).isEqualTo(10_000);
    assertThat(enough.has("error")).isFalse();
    for (var i = 0; i < 10_000; i++) {
      assertThat(enough.get("results").get(i).get("id").textValue()).isEqualTo("j-" + i);
    }
  }

  @Test
  void waitsForRoomInsteadOfFailing() throws Exception {
    // Given
    gateway.publisher.holds = true;
    var body =
        IntStream.range(0, 1_500)
            .mapToObj(i -> job("j-" + i, "\"delay\":\"1s\""))
            .collect(Collectors.joining("\n"));
    var request = gateway.request("/v1/jobs/batch").setHeader("Content-Type", LINES);

    // When
    var answer = gateway.sendAsync(request.POST(BodyPublishers.ofString(body)));
    var unacknowledged = new ArrayList<CompletableFuture<PublishResult>>();
    for (var i = 0; i < 1_000; i++) {
      unacknowledged.add(gateway.publisher.nextWaiting());
    }
    assertThat(gateway.publisher.waiting).isEmpty();
    for (var i = 0; i < 500; i++) {
      unacknowledged.get(i).complete(gateway.publisher.stored(0));
      unacknowledged.add(gateway.publisher.nextWaiting());
    }
    unacknowledged.forEach(published -> published.complete(gateway.publisher.stored(0)));

    // Then
    assertThat(json(answer.get()).get("scheduled").intValue()).isEqualTo(1_500);
  }

  @Test
  void waitsForTheRoomThatOtherCallsTake() throws Exception {
    try (var small =
        TestGateway.start("http.max.body.bytes", "1000", "publish.max.inflight.bytes", "4400")) {
      small.publisher.holds = true;
      var single =
          small.sendAsync(
              small
                  .request("/v1/jobs")
                  .POST(
                      BodyPublishers.ofString(
                          job("s", "\"delay\":\"1s\",\"value\":\"" + "x".repeat(900) + "\""))));
      var held = small.publisher.nextWaiting();
      var batch = small.request("/v1/jobs/batch");
      var answer =
          small.sendAsync(
              batch.POST(
                  BodyPublishers.ofString(
                      list(
                          job("a", "\"delay\":\"1s\""),
                          job("b", "\"delay\":\"1s\",\"value\":\"" + "x".repeat(400) + "\"")))));
      var a = small.publisher.nextWaiting();
      assertThat(small.publisher.records).hasSize(2);

      held.complete(small.publisher.stored(0));
      var b = small.publisher.nextWaiting();
      a.complete(small.publisher.stored(0));
      b.complete(small.publisher.stored(0));

      assertThat(single.get().statusCode()).isEqualTo(201);
      assertThat(json(answer.get()).get("scheduled").intValue()).isEqualTo(2);
      assertThat(small.send("GET", "/metrics").body())
          .contains("delaygate_gateway_inflight_bytes 0.0");
    }
  }

  @Test
  void endsWhenKafkaTakesNoCommands() throws Exception {
    gateway.publisher.holds = true;
    var body = list(job("a", "\"delay\":\"1s\""), job("b", "\"delay\":\"1s\""));
    var answer =
        gateway.sendAsync(gateway.request("/v1/jobs/batch").POST(BodyPublishers.ofString(body)));
    var first = gateway.publisher.nextWaiting();
    var second = gateway.publisher.nextWaiting();
    first.complete(new PublishResult.Unknown());
    second.complete(gateway.publisher.stored(0));

    var json = json(answer.get());

    assertThat(json.get("scheduled").intValue()).isEqualTo(1);
    assertResult(json, 0, 503, ReasonCode.UNAVAILABLE);
    assertProblem(json.get("error").toString(), 503, ReasonCode.UNAVAILABLE);
  }

  @Test
  void isRefusedWhileTheTopicOfCommandsIsOutOfSight() {
    gateway.publisher.partitions = OptionalInt.empty();
    try {
      var response = send(ARRAY, list(job("a", "\"delay\":\"1s\"")));

      assertProblem(response, 503, ReasonCode.UNAVAILABLE, null);
    } finally {
      gateway.publisher.partitions = OptionalInt.of(MemoryPublisher.PARTITIONS);
    }
  }

  @Test
  void whatCameBeforeAnAbortedUploadStaysScheduled() {
    var line = job("a", "\"delay\":\"1s\"") + "\n";
    var head =
        "POST /v1/jobs/batch HTTP/1.1\r\nHost: localhost\r\nContent-Type: "
            + LINES
            + "\r\n"
            + "Transfer-Encoding: chunked\r\n\r\n";
    var chunk = Integer.toHexString(line.length()) + "\r\n" + line + "\r\n";

    var raw = RawHttp.exchange(gateway.gateway.port(), head + chunk + "no chunk\r\n");

    assertThat(raw.status()).isEqualTo(200);
    var json = TestGateway.json(raw.body());
    assertThat(json.get("scheduled").intValue()).isEqualTo(1);
    assertProblem(json.get("error").toString(), 400, ReasonCode.BODY_INVALID);
  }

  @Test
  void theIdBatchIsAnIdLikeAnyOther() {
    var body = job(null, "\"delay\":\"1s\"");

    assertThat(gateway.send("PUT", "/v1/jobs/batch", body).statusCode()).isEqualTo(201);
    assertThat(gateway.send("DELETE", "/v1/jobs/batch").statusCode()).isEqualTo(200);
    assertThat(gateway.send("PUT", "/v1/jobs/cancel", body).statusCode()).isEqualTo(201);
    assertThat(gateway.send("POST", "/v1/jobs/cancel/fire").statusCode()).isEqualTo(200);
    assertThat(gateway.publisher.last().key()).isEqualTo("cancel".getBytes(StandardCharsets.UTF_8));
  }

  private static void assertResult(JsonNode json, int index, int status, ReasonCode reason) {
    var result = json.get("results").get(index);
    assertThat(result.get("index").intValue()).isEqualTo(index);
    assertThat(result.get("status").intValue()).isEqualTo(status);
    assertProblem(result.get("problem").toString(), status, reason);
  }

  private HttpResponse<String> send(String type, String body) {
    var request = gateway.request("/v1/jobs/batch").setHeader("Content-Type", type);
    return gateway.send(request.POST(BodyPublishers.ofString(body)));
  }

  private static JsonNode json(HttpResponse<String> response) {
    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    return TestGateway.json(response);
  }

  private static String list(String... jobs) {
    return "[" + String.join(",", jobs) + "]";
  }

  private static String job(@Nullable String id, String fields) {
    var named = id == null ? "" : "\"id\":\"" + id + "\",";
    return "{" + named + "\"target\":{\"topic\":\"orders\"}," + fields + "}";
  }
}

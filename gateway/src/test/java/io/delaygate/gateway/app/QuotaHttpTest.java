package io.delaygate.gateway.app;

import static io.delaygate.gateway.app.ProblemAssert.assertProblem;
import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.schemas.contract.ReasonCode;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of which calls count against which limits, each in its own namespace. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class QuotaHttpTest {
  /** More calls than the limit allows in the time that they take. */
  private static final int TRIES = 200;

  private final TestGateway gateway = TestGateway.start();
  private final AtomicInteger namespaces = new AtomicInteger();
  private String namespace = "";

  @BeforeEach
  void nameNamespace() {
    gateway.publisher.records.clear();
    namespace = "n" + namespaces.incrementAndGet();
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
          requestsPerSecond | DELETE /v1/jobs/x         |
          requestsPerSecond | POST /v1/queues/q/reserve | {}
          jobsPerSecond     | POST /v1/jobs             | {"target":{"topic":"orders"},"delay":"1h"}
          jobsPerSecond     | POST /v1/queues/q/jobs    | {}
          jobsPerSecond     | POST /v1/jobs/x/fire      |
          jobsPerSecond     | POST /v1/jobs/x/kick      |
          """)
  void whoCallsTooOftenIsToldWhenToComeBack(String limit, String call, String body) {
    limit("\"%s\":1".formatted(limit));
    var words = call.split(" ", -1);

    var refused = untilRefused(() -> call(words[0], words[1], body == null ? "" : body));

    assertProblem(refused, 429, ReasonCode.LIMIT_EXCEEDED);
    assertThat(refused.headers().firstValue("Retry-After")).hasValue("1");
  }

  @Test
  void manyAreKickedAsFarAsTheLimitGoes() {
    limit("\"jobsPerSecond\":2");
    var ids = IntStream.range(0, TRIES).mapToObj(i -> "\"d-" + i + "\"");

    var told =
        TestGateway.json(
            call(
                "POST",
                "/v1/dead-letters/kick",
                "{\"ids\":" + ids.collect(Collectors.joining(",", "[", "]")) + "}"));

    assertThat(told.get("kicked").intValue()).isBetween(1, TRIES - 1);
    assertThat(gateway.publisher.records).hasSize(told.get("kicked").intValue() + 1);
    assertThat(told.get("done").booleanValue()).isFalse();
    assertThat(told.get("results").findValuesAsText("reason")).contains("LIMIT_EXCEEDED");
  }

  @Test
  void aNewPayloadIsBoundAsTheFirst() {
    limit("\"payloadBytes\":5");

    assertProblem(
        call("PATCH", "/v1/jobs/x", "{\"value\":\"123456\"}"),
        429,
        ReasonCode.LIMIT_EXCEEDED,
        null);
    assertThat(call("PATCH", "/v1/jobs/x", "{\"value\":\"12345\"}").statusCode()).isEqualTo(200);
    assertThat(call("PATCH", "/v1/jobs/x", "{\"delay\":\"1h\"}").statusCode()).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(strings = {"{\"value\":\"123456\"}", "{\"deadLetterTopic\":\"nowhere\"}"})
  void whatIsRefusedMakesNoQueue(String body) {
    limit("\"payloadBytes\":5");

    var refused = call("POST", "/v1/queues/fresh/jobs", body);

    assertThat(refused.statusCode()).as(refused.body()).isBetween(400, 499);
    assertThat(gateway.directory.topics).doesNotContainKey(topic("fresh"));
  }

  @Test
  void aJobThatItsQueueDoesNotTakeDoesNotCount() {
    // Given
    try (var servers = QueryServers.of(1);
        var full =
            TestGateway.start("scheduler.urls", servers.urls(), "queue.max.per.namespace", "0")) {
      full.send("PUT", "/v1/admin/namespaces/full", "{\"limits\":{\"jobsPerSecond\":1}}");

      // When
      var refused =
          IntStream.range(0, 20)
              .mapToObj(i -> call(full, "full", "/v1/queues/q/jobs", "{}").statusCode())
              .toList();

      // Then
      assertThat(refused).containsOnly(409);
      var named = "{\"target\":{\"topic\":\"queue.full.q\"},\"delay\":\"0s\",\"ack\":{}}";
      assertThat(call(full, "full", "/v1/jobs", named).statusCode()).isEqualTo(409);
      var job = "{\"target\":{\"topic\":\"orders\"},\"delay\":\"1h\"}";
      assertThat(call(full, "full", "/v1/jobs", job).statusCode()).isEqualTo(201);
    }
  }

  private static HttpResponse<String> call(
      TestGateway gateway, String namespace, String path, String body) {
    return gateway.send(
        gateway
            .request(path)
            .header("Delaygate-Namespace", namespace)
            .POST(BodyPublishers.ofString(body)));
  }

  private String topic(String queue) {
    return "queue." + namespace + "." + queue;
  }

  private void limit(String limits) {
    var path = "/v1/admin/namespaces/" + namespace;
    var made = gateway.send("PUT", path, "{\"limits\":{" + limits + "}}");
    assertThat(made.statusCode()).as(made.body()).isEqualTo(201);
  }

  private HttpResponse<String> untilRefused(Supplier<HttpResponse<String>> call) {
    var answer = call.get();
    for (var i = 0; i < TRIES && answer.statusCode() != 429; i++) {
      answer = call.get();
    }
    return answer;
  }

  private HttpResponse<String> call(String method, String path, String body) {
    return gateway.send(
        gateway
            .request(path)
            .header("Delaygate-Namespace", namespace)
            .method(method, BodyPublishers.ofString(body)));
  }
}

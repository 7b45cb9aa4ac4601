package io.delaygate.gateway.app;

import static io.delaygate.gateway.app.EndpointGateway.ALL;
import static io.delaygate.gateway.app.EndpointGateway.BILLING;
import static io.delaygate.gateway.app.EndpointGateway.MINIMAL;
import static io.delaygate.gateway.app.EndpointGateway.URL;
import static io.delaygate.gateway.app.MemoryPublisher.headers;
import static io.delaygate.gateway.app.ProblemAssert.assertProblem;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.schemas.contract.ReasonCode;
import java.nio.file.Path;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the calls for HTTP endpoints of a namespace. */
class EndpointsHttpTest {
  private EndpointGateway calls;

  @BeforeEach
  void start(@TempDir Path folder) {
    calls = new EndpointGateway(folder);
  }

  @AfterEach
  void stop() {
    calls.close();
  }

  @Test
  void anEndpointIsARecordThatNeedsAUrlOnly() {
    // When
    var made = calls.admin("PUT", BILLING, MINIMAL);

    // Then
    assertThat(made.statusCode()).as(made.body()).isEqualTo(201);
    calls.document.assertDescribes("PUT /v1/endpoints/{endpoint}", made);
    var record = calls.gateway.publisher.last();
    assertThat(record.topic()).isEqualTo("delay-control");
    assertThat(new String(record.key(), UTF_8)).isEqualTo("endpoint/default/billing");
    assertThat(record.value()).isEmpty();
    assertThat(headers(record))
        .filteredOn(header -> !header.startsWith("sealed="))
        .containsExactly(
            "url=" + URL,
            "method=POST",
            "timeout-ms=30000",
            "parallelism=16",
            "delay-priority=5",
            "delay-on-expiry=drop",
            "delay-ack=true",
            "delay-max-attempts=5",
            "delay-backoff=exponential",
            "delay-backoff-initial-ms=1000",
            "delay-backoff-max-ms=3600000",
            "delay-backoff-jitter=0.2",
            "decided-by=root");
    var shown = calls.admin("GET", BILLING, null);
    calls.document.assertDescribes("GET /v1/endpoints/{endpoint}", shown);
    assertThat(shown.body())
        .isEqualTo(
            "{\"endpoint\":\"billing\",\"url\":\"https://billing.example/hooks\",\"method\":\"POST\""
                + ",\"headers\":{},\"timeoutMs\":30000,\"parallelism\":16,\"jobUrls\":false,\"priority\":5,"
                + "\"onExpiry\":\"drop\",\"ack\":{\"maxAttempts\":5,\"backoff\":{\"kind\":"
                + "\"exponential\",\"initialMs\":1000,\"maxMs\":3600000,\"jitter\":0.2}},"
                + "\"secretHeaders\":{},\"secretSetAtMs\":1767225600000,"
                + "\"secretSetAt\":\"2026-01-01T00:00:00Z\",\"paused\":false}");
  }

  @Test
  void anEndpointHasAllThatWasSet() {
    // When
    var body =
        "{\"url\":\"%s\",\"method\":\"PUT\",\"headers\":{\"X-Team\":\"shop: one\"},".formatted(URL)
            + "\"secretHeaders\":{\"authorization\":\"%s\"},\"timeout\":\"5s\",".formatted("s3cret")
            + "\"parallelism\":3,\"perSecond\":7,\"priority\":1,\"onExpiry\":\"dead-letter\","
            + "\"ack\":{\"maxAttempts\":9,\"backoff\":{\"kind\":\"fixed\",\"initial\":\"5s\","
            + "\"jitter\":0}}}";
    var made = calls.admin("PUT", BILLING, body);

    // Then
    assertThat(made.statusCode()).as(made.body()).isEqualTo(201);
    var json = TestGateway.json(calls.admin("GET", BILLING, null));
    assertThat(json.at("/headers/X-Team").asText()).isEqualTo("shop: one");
    assertThat(json.at("/secretHeaders").toString()).isEqualTo("{\"authorization\":true}");
    assertThat(json.at("/timeoutMs").asInt()).isEqualTo(5000);
    assertThat(json.at("/parallelism").asInt()).isEqualTo(3);
    assertThat(json.at("/perSecond").asInt()).isEqualTo(7);
    assertThat(json.at("/priority").asInt()).isEqualTo(1);
    assertThat(json.at("/onExpiry").asText()).isEqualTo("dead-letter");
    assertThat(json.at("/ack").toString())
        .isEqualTo(
            "{\"maxAttempts\":9,\"backoff\":{\"kind\":\"fixed\",\"initialMs\":5000,\"jitter\":0.0}}");
    assertThat(headers(calls.gateway.publisher.last()))
        .contains(
            "header=X-Team: shop: one",
            "timeout-ms=5000",
            "per-second=7",
            "delay-backoff=fixed",
            "delay-backoff-jitter=0.0");
  }

  @Test
  void pauseAndResumeAreThoseOfItsTarget() {
    // Given
    calls.admin("PUT", BILLING, MINIMAL);

    // When
    var paused = calls.admin("POST", BILLING + "/pause", "{\"for\":\"1h\"}");
    var key = new String(calls.gateway.publisher.last().key(), UTF_8);
    calls.gateway.topics.awaitDecided();
    var shown = TestGateway.json(calls.admin("GET", BILLING, null));
    var resumed = calls.admin("POST", BILLING + "/resume", null);
    calls.gateway.topics.awaitDecided();

    // Then
    calls.document.assertDescribes("POST /v1/endpoints/{endpoint}/pause", paused);
    calls.document.assertDescribes("POST /v1/endpoints/{endpoint}/resume", resumed);
    assertThat(key).isEqualTo("pause/queue.default.~billing");
    assertThat(TestGateway.json(paused).path("endpoint").asText()).isEqualTo("billing");
    assertThat(shown.path("paused").booleanValue()).isTrue();
    assertThat(shown.path("pausedUntil").asText()).isEqualTo("2026-01-01T01:00:00Z");
    assertThat(TestGateway.json(calls.admin("GET", BILLING, null)).path("paused").booleanValue())
        .isFalse();
  }

  @Test
  void aDeletedEndpointIsGoneWithItsPause() {
    // Given
    calls.admin("PUT", BILLING, MINIMAL);
    calls.admin("POST", BILLING + "/pause", null);
    calls.gateway.topics.awaitDecided();

    // When
    var deleted = calls.admin("DELETE", BILLING, null);

    // Then
    calls.document.assertDescribes("DELETE /v1/endpoints/{endpoint}", deleted);
    for (var call : new String[] {"GET", "DELETE"}) {
      assertProblem(
          calls.admin(call, BILLING, null), 404, ReasonCode.ENDPOINT_NOT_FOUND, "endpoint");
    }
    for (var call : new String[] {"/pause", "/resume", "/rotate-secret"}) {
      assertProblem(
          calls.admin("POST", BILLING + call, null),
          404,
          ReasonCode.ENDPOINT_NOT_FOUND,
          "endpoint");
    }
    assertThat(TestGateway.json(calls.admin("PUT", BILLING, MINIMAL)).path("paused").booleanValue())
        .isFalse();
  }

  @Test
  void theListIsOfTheNamespaceByNameAndInPages() {
    // Given
    for (var name : new String[] {"c", "a", "b"}) {
      calls.admin("PUT", ALL + "/" + name, MINIMAL);
    }

    // When
    var first = calls.admin("GET", ALL + "?limit=2", null);
    var cursor = TestGateway.json(first).path("cursor").asText();
    var second = calls.admin("GET", ALL + "?limit=2&cursor=" + cursor, null);

    // Then
    calls.document.assertDescribes("GET /v1/endpoints", first);
    assertThat(TestGateway.json(first).findValuesAsText("endpoint")).containsExactly("a", "b");
    assertThat(TestGateway.json(second).findValuesAsText("endpoint")).containsExactly("c");
    assertThat(TestGateway.json(second).has("cursor")).isFalse();
    assertProblem(
        calls.admin("GET", ALL + "?cursor=AAAA", null), 400, ReasonCode.CURSOR_INVALID, "cursor");
    assertProblem(
        calls.admin("GET", ALL + "?limit=101", null), 400, ReasonCode.PARAMETER_INVALID, "limit");
  }

  @Test
  void eachNamespaceHasItsOwnEndpoints() {
    // Given
    calls.admin("PUT", "/v1/admin/namespaces/shop", "{}");
    var owner = calls.token("shop", "admin");
    calls.admin("PUT", BILLING, MINIMAL);

    // When
    var made = calls.call("PUT", BILLING, MINIMAL, owner);

    // Then
    assertThat(made.statusCode()).as(made.body()).isEqualTo(201);
    assertThat(new String(calls.gateway.publisher.last().key(), UTF_8))
        .isEqualTo("endpoint/shop/billing");
    assertThat(calls.call("DELETE", BILLING, null, owner).statusCode()).isEqualTo(200);
    assertThat(TestGateway.json(calls.call("GET", ALL, null, owner)).path("endpoints")).isEmpty();
    assertThat(calls.admin("GET", BILLING, null).statusCode()).isEqualTo(200);
  }

  @Test
  void onlyAdministratorsOfTheNamespaceDecideAndReadersLook() {
    // Given
    calls.admin("PUT", "/v1/admin/namespaces/shop", "{}");
    var owner = calls.token("shop", "admin");
    calls.call("PUT", BILLING, MINIMAL, owner);
    var writer = calls.token("shop", "write");
    var reader = calls.token("shop", "read");

    // Then
    assertThat(calls.call("GET", BILLING, null, reader).statusCode()).isEqualTo(200);
    assertThat(calls.call("GET", ALL, null, reader).statusCode()).isEqualTo(200);
    assertProblem(calls.call("PUT", BILLING, MINIMAL, writer), 403, ReasonCode.ROLE_INSUFFICIENT);
    assertProblem(calls.call("DELETE", BILLING, null, writer), 403, ReasonCode.ROLE_INSUFFICIENT);
    for (var verb : new String[] {"/rotate-secret", "/pause", "/resume"}) {
      assertProblem(
          calls.call("POST", BILLING + verb, null, writer), 403, ReasonCode.ROLE_INSUFFICIENT);
    }
  }

  @Test
  void aNamespaceThatComesBackDoesNotBringItsEndpoints() {
    // Given
    calls.admin("PUT", "/v1/admin/namespaces/shop", "{}");
    calls.call("PUT", BILLING, MINIMAL, calls.token("shop", "admin"));

    // When
    calls.admin("DELETE", "/v1/admin/namespaces/shop", null);
    var deleted =
        calls.gateway.publisher.records.stream()
            .filter(record -> record.value() == null)
            .map(record -> new String(record.key(), UTF_8))
            .toList();
    calls.admin("PUT", "/v1/admin/namespaces/shop", "{}");

    // Then
    assertThat(deleted).contains("endpoint/shop/billing", "namespace/shop");
    assertThat(
            TestGateway.json(calls.call("GET", ALL, null, calls.token("shop", "read")))
                .path("endpoints"))
        .isEmpty();
  }

  @Test
  void aNamespaceHasAtMostAThousandEndpoints() {
    // Given
    IntStream.range(0, 999).forEach(i -> decide("endpoint/default/e" + i));
    decide("endpoint/other/one");
    calls.gateway.topics.awaitDecided();

    // Then
    assertThat(calls.admin("PUT", ALL + "/last", MINIMAL).statusCode()).isEqualTo(201);
    assertProblem(calls.admin("PUT", ALL + "/more", MINIMAL), 409, ReasonCode.TOO_MANY);
    assertThat(calls.admin("PUT", ALL + "/last", MINIMAL).statusCode()).isEqualTo(200);
  }

  private void decide(String key) {
    var url = new RecordHeader("url", URL.getBytes(UTF_8));
    calls.gateway.topics.decide(
        new ProducerRecord<>(
            "delay-control",
            0,
            key.getBytes(UTF_8),
            new byte[0],
            new RecordHeaders(new RecordHeader[] {url})));
  }
}

package io.delaygate.gateway.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.delaygate.schemas.contract.ReasonCode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of the overview for the console, with a fixed clock. */
class OverviewHttpTest {
  private final QueryServers servers = QueryServers.of(2);
  private final TestGateway gateway = TestGateway.start("scheduler.urls", servers.urls());

  @AfterEach
  void stop() {
    gateway.close();
    servers.close();
  }

  @Test
  void addsUpWhatTheInstancesSay() {
    // Given
    for (var i = 0; i < 30; i++) {
      servers.add("o-" + i, 1_000 + i, "orders");
    }
    servers.instances.get(0).emittedInTime = 90;
    servers.instances.get(1).emittedInTime = 30;

    // When
    var json = overview();

    // Then
    assertThat(json.get("jobs").intValue()).isEqualTo(30);
    assertThat(json.get("missing")).isEmpty();
    assertThat(json.get("partitions")).hasSize(16);
    assertThat(json.get("oldestOverdueMs").longValue()).isEqualTo(1_000);
    assertThat(json.has("topics")).isFalse();
    assertThat(json.at("/due/fromMs").longValue()).isEqualTo(TestGateway.CLOCK.millis());
    assertThat(json.at("/due/exactToMs").longValue()).isEqualTo(TestGateway.CLOCK.millis() + 8);
    assertThat(json.at("/due/spans").toString())
        .isEqualTo("[{\"name\":\"minute\",\"stepMs\":1000,\"jobs\":[20,0]}]");
    assertThat(json.at("/pace").toString())
        .isEqualTo("{\"overMs\":60000,\"perSecond\":2.0,\"latenessMs\":{\"p50\":5.0,\"p99\":9.9}}");
    assertThat(json.at("/instances/0").toString())
        .isEqualTo(
            "{\"url\":\"%s\",\"health\":\"ready\",\"why\":\"\",\"perSecond\":%s,\"active\":8,\"standby\":8}"
                .formatted(first(), first().equals(servers.instances.get(0).url()) ? 1.5 : 0.5));
  }

  private String first() {
    var one = servers.instances.get(0).url();
    var other = servers.instances.get(1).url();
    return one.compareTo(other) < 0 ? one : other;
  }

  /**
   * Both instances claim the partition; the one with more partitions has exact counts of due jobs
   * up to a later time.
   */
  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void aPartitionThatMovesAtThisMomentIsCountedOnce(int newOwner) {
    // Given
    for (var i = 0; i < 30; i++) {
      servers.add("o-" + i, 1_000 + i, "orders");
    }
    servers.told = servers.assignment();
    var moving = servers.instances.get(1 - newOwner).active.iterator().next();
    servers.instances.get(newOwner).active.add(moving);

    // When
    var json = overview();

    // Then
    assertThat(json.get("jobs").intValue()).isEqualTo(30);
    assertThat(json.get("partitions")).hasSize(16);
    assertThat(json.at("/due/exactToMs").longValue()).isEqualTo(TestGateway.CLOCK.millis() + 8);
  }

  @Test
  void whoIsAwayIsSaidToBeSoAndItsPartitionsAreMissing() {
    // Given
    assertThat(gateway.send("GET", "/v1/stats").statusCode()).isEqualTo(200);
    var gone = servers.instances.get(1);
    servers.told = servers.assignment();

    // When
    gone.close();
    var json = overview();

    // Then
    assertThat(json.get("missing").toString()).isEqualTo("[1,3,5,7,9,11,13,15]");
    for (var instance : json.get("instances")) {
      assertThat(instance.get("health").textValue())
          .isEqualTo(instance.get("url").textValue().equals(gone.url()) ? "away" : "ready");
    }
  }

  @Test
  void whenAllAreAwayItSaysSoAndIsNoError() {
    // Given
    assertThat(gateway.send("GET", "/v1/stats").statusCode()).isEqualTo(200);

    // When
    servers.close();
    var json = overview();

    // Then
    assertThat(json.get("missing")).hasSize(16);
    assertThat(json.get("jobs").intValue()).isZero();
    assertThat(json.get("asOfMs").longValue()).isEqualTo(TestGateway.CLOCK.millis());
  }

  @Test
  void whoIsBusyIsAskedAgain() {
    servers.instances.forEach(instance -> instance.busyTimes.set(2));

    assertThat(overview().get("missing")).isEmpty();
  }

  @Test
  void manyWhoLookAreOneQuestion() {
    for (var i = 0; i < 5; i++) {
      overview();
    }

    assertThat(servers.instances.get(0).questions.get()).isEqualTo(1);
  }

  @Test
  void aNamespaceIsToldOfItsOwnJobsOnly() {
    // Given
    servers.add("@shop/a", 1_000, "orders");
    gateway.send("PUT", "/v1/admin/namespaces/shop", "{}");

    // When
    var answer =
        gateway.send(gateway.request("/v1/overview").header("Delaygate-Namespace", "shop"));

    // Then
    var json = TestGateway.json(answer);
    assertThat(json.get("namespace").textValue()).isEqualTo("shop");
    assertThat(json.at("/due/behind").textValue()).isEqualTo("least");
    assertThat(json.has("instances")).isFalse();
    assertThat(json.has("partitions")).isFalse();
    assertThat(json.has("pace")).isFalse();
    ApiDocument.of(gateway).assertDescribes("GET /v1/overview", answer);
  }

  @Test
  void withoutSchedulersNobodyCanTell() {
    try (var alone = TestGateway.start()) {
      ProblemAssert.assertProblem(
          alone.send("GET", "/v1/overview"), 503, ReasonCode.QUERY_UNAVAILABLE);
    }
  }

  private JsonNode overview() {
    var answer = gateway.send("GET", "/v1/overview");
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    return TestGateway.json(answer);
  }
}

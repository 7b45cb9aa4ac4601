package io.delaygate.gateway.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.delaygate.schemas.contract.ReasonCode;
import io.delaygate.service.query.LatenessHistogram;
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
    servers.instances.get(0).lateness = lateness(90, 7);
    servers.instances.get(1).lateness = lateness(30, 12);
    servers.instances.get(0).overdue = overdue(100, 3.0);
    servers.instances.get(1).overdue = overdue(20, 1.0);

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
        .isEqualTo(
            "{\"overMs\":60000,\"perSecond\":2.0,\"latenessMs\":{\"p50\":7,\"p99\":12,\"max\":12}}");
    assertThat(json.at("/overdue/jobs").intValue()).isEqualTo(120);
    assertThat(json.at("/overdue/parked").intValue()).isZero();
    assertThat(json.at("/overdue").has("approximate")).isFalse();
    assertThat(json.at("/overdue/drainPerSecond").doubleValue()).isEqualTo(4);
    assertThat(json.at("/overdue/drainedAtMs").longValue())
        .isEqualTo(QueryServer.AS_OF_MS + 30_000);
    assertThat(json.has("atLeast")).isFalse();
    assertThat(json.at("/instances/0").toString())
        .isEqualTo(
            "{\"url\":\"%s\",\"health\":\"ready\",\"why\":\"\",\"perSecond\":%s,\"active\":8,\"standby\":8}"
                .formatted(first(), first().equals(servers.instances.get(0).url()) ? 1.5 : 0.5));
  }

  /** It said 9.9 minutes when no job was more than 4 minutes late. */
  @Test
  void noPercentileIsAboveTheLargestLateness() {
    servers.instances.get(0).lateness = lateness(1, 239_999);

    var json = overview();

    assertThat(json.at("/pace/latenessMs").toString())
        .isEqualTo("{\"p50\":239999,\"p99\":239999,\"max\":239999}");
  }

  @Test
  void withoutDeliveriesTheirLatenessIsNullWithTheReason() {
    assertThat(overview().at("/pace").toString())
        .isEqualTo(
            "{\"overMs\":60000,\"perSecond\":0.0,\"latenessMs\":null,\"why\":\"no job was emitted"
                + " in this time\"}");
  }

  @Test
  void duringAnUpgradeTheLatenessIsNotGuessedFromWhatTheOldVersionTells() {
    // Given
    servers.instances.get(0).lateness = lateness(30, 5);
    servers.instances.get(1).emittedInTime = 90;
    servers.instances.get(1).overdue = null;

    // When
    var json = overview();

    // Then
    assertThat(json.at("/pace/perSecond").doubleValue()).isEqualTo(2);
    assertThat(json.at("/pace/latenessMs").isNull()).isTrue();
    assertThat(json.at("/pace/why").textValue()).contains("older version");
    assertThat(json.at("/overdue/jobs").isNull()).isTrue();
    assertThat(json.at("/overdue/drainedAtMs").isNull()).isTrue();
  }

  @Test
  void aBacklogThatGrowsHasNoEnd() {
    servers.instances.get(0).overdue = overdue(100, -3.0);
    servers.instances.get(1).overdue = overdue(20, 1.0).put("isExact", false);

    var json = overview();

    assertThat(json.at("/overdue/drainPerSecond").doubleValue()).isEqualTo(-2);
    assertThat(json.at("/overdue/drainedAtMs").isNull()).isTrue();
    assertThat(json.at("/overdue/approximate").booleanValue()).isTrue();
  }

  @Test
  void theRateOfABacklogIsUnknownWhileOneInstanceCannotTell() {
    servers.instances.get(0).overdue = overdue(100, 3.0);

    var json = overview();

    assertThat(json.at("/overdue/jobs").intValue()).isEqualTo(100);
    assertThat(json.at("/overdue/drainPerSecond").isNull()).isTrue();
    assertThat(json.at("/overdue/drainedAtMs").isNull()).isTrue();
  }

  @Test
  void parkedJobsAreOverdueButDoNotDelayTheEndOfTheOthers() {
    servers.instances.get(0).overdue = overdue(100, 10.0);
    servers.instances.get(1).overdue = overdue(0, 0.0);
    servers.add("o-1", 1_000, "orders").put("state", "PARKED");

    var json = overview();

    assertThat(json.at("/overdue/jobs").intValue()).isEqualTo(101);
    assertThat(json.at("/overdue/parked").intValue()).isEqualTo(1);
    assertThat(json.at("/overdue/drainedAtMs").longValue())
        .isEqualTo(QueryServer.AS_OF_MS + 10_000);
  }

  /** The page said "Pending 0, overdue none". */
  @Test
  void whenInstancesAnswerThatOwnNothingEverythingIsUnknown() {
    // Given
    assertThat(gateway.send("GET", "/v1/stats").statusCode()).isEqualTo(200);
    servers.told = servers.assignment();
    servers.instances.forEach(instance -> instance.active.clear());
    servers.instances.get(0).lateness = lateness(30, 5);

    // When
    var json = overview();

    // Then
    assertThat(json.get("missing")).hasSize(16);
    assertAllUnknown(json);
    assertThat(json.at("/instances/0/health").textValue()).isEqualTo("ready");
  }

  private static void assertAllUnknown(JsonNode json) {
    assertThat(json.get("jobs").isNull()).isTrue();
    assertThat(json.get("states").toString())
        .isEqualTo(
            "{\"SCHEDULED\":null,\"PARKED\":null,\"READY\":null,\"RESERVED\":null,\"DEAD\":null}");
    for (var name : new String[] {"nextDueMs", "oldestOverdueMs", "lag"}) {
      assertThat(json.get(name).isNull()).as(name).isTrue();
    }
    assertThat(json.get("overdue").toString())
        .isEqualTo("{\"jobs\":null,\"parked\":null,\"drainPerSecond\":null,\"drainedAtMs\":null}");
    assertThat(json.at("/pace/perSecond").isNull()).isTrue();
    assertThat(json.at("/pace/latenessMs").isNull()).isTrue();
    assertThat(json.at("/pace/why").textValue()).isEqualTo("no scheduler answers");
    assertThat(json.at("/due/spans")).isEmpty();
    assertThat(json.has("atLeast")).isFalse();
  }

  private static LatenessHistogram lateness(int jobs, long ms) {
    var lateness = new LatenessHistogram();
    lateness.add(ms, jobs);
    return lateness;
  }

  private static ObjectNode overdue(long jobs, double drainPerSecond) {
    return QueryServers.JSON
        .createObjectNode()
        .put("jobs", jobs)
        .put("isExact", true)
        .put("drainPerSecond", drainPerSecond);
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
    servers.instances.forEach(instance -> instance.overdue = overdue(10, 1.0));

    // When
    var json = overview();

    // Then
    assertThat(json.get("jobs").intValue()).isEqualTo(30);
    assertThat(json.get("partitions")).hasSize(16);
    assertThat(json.at("/due/exactToMs").longValue()).isEqualTo(TestGateway.CLOCK.millis() + 8);
    assertThat(json.at("/overdue/drainPerSecond").isNull()).isTrue();
  }

  @Test
  void whoIsAwayIsSaidToBeSoAndItsPartitionsAreMissing() {
    // Given
    assertThat(gateway.send("GET", "/v1/stats").statusCode()).isEqualTo(200);
    var gone = servers.instances.get(1);
    servers.told = servers.assignment();
    servers.add("here", 1_000, "orders");
    servers.instances.forEach(instance -> instance.overdue = overdue(10, 1.0));
    var here = servers.instances.get(0).active.contains(QueryServers.partition("here")) ? 1 : 0;

    // When
    gone.close();
    var json = overview();

    // Then
    assertThat(json.get("missing").toString()).isEqualTo("[1,3,5,7,9,11,13,15]");
    assertThat(json.get("jobs").intValue()).isEqualTo(here);
    assertThat(json.get("atLeast").booleanValue()).isTrue();
    assertThat(json.get("lag").isNull()).isTrue();
    assertThat(json.get("oldestOverdueMs").isNull()).isEqualTo(here == 0);
    assertThat(json.at("/overdue/jobs").isNumber()).isTrue();
    assertThat(json.at("/overdue/drainPerSecond").isNull()).isTrue();
    for (var instance : json.get("instances")) {
      var isGone = instance.get("url").textValue().equals(gone.url());
      assertThat(instance.get("health").textValue()).isEqualTo(isGone ? "away" : "ready");
      assertThat(instance.get("active").isNull()).isEqualTo(isGone);
      assertThat(instance.get("perSecond").isNull()).isEqualTo(isGone);
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
    assertAllUnknown(json);
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
